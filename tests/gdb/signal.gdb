# Stops before signals; what gdb does not want to hear of is not told; neither changes how the guest goes on.
handle SIGALRM stop print
continue
info symbol $pc
print usr1
stepi
info symbol $pc
continue
print realtime
tbreak 36
while alarms < 6
continue
end
python stopped = gdb.execute("monitor stats", to_string=True)
reverse-continue
handle SIGUSR1 SIGALRM SIG35 nostop noprint
tbreak 36
continue
python print(stopped == gdb.execute("monitor stats", to_string=True))
# Another signal than the one that came, and none.
reverse-continue
handle SIGUSR1 SIGALRM SIG35 stop print
continue
signal SIG35
print realtime
continue
signal 0
print alarms
handle SIGALRM nostop noprint
# A function is called at a fault; the fault is mended.
continue
print twice(21)
set var pointer = &value
jump 38
print twice(4)
backtrace 3
# Nothing of it is part of the past.
reverse-continue
print usr1
tbreak 37
handle all nostop noprint pass
continue
print usr1
print realtime
continue
