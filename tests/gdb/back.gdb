# Watchpoints and the past: nothing that is printed is printed twice.
break square if n == 3
continue
delete
watch counter
continue
continue
print counter
reverse-continue
print counter
reverse-continue
print counter
reverse-stepi
stepi
print counter
delete
rwatch unread
continue
info symbol $pc
delete
awatch ratio
continue
continue
delete
break sum_to
reverse-continue
print n
disable
print sum_to(4)
print square(5)
enable
reverse-continue
print n
delete
reverse-continue
print counter
continue
