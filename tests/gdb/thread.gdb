break worker
continue
delete
backtrace 1
# When this one has slept the other waits for it. In its system call it stands behind it, as under Linux's ptrace, and the
# calls that led there are seen.
finish
info threads
thread 1
print $pc == ($r31 & ~3) && $pcoqt == $pcoqh + 4
print *(unsigned *)($pc - 8) == 0xe4008200
set print frame-arguments none
frame function pthread_join
frame function main
info symbol $pc
print what
thread 2
thread 1
# What the program counter says is where the call comes back to.
finish
stepi
kill
