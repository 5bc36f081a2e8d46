# Common to us and to qemu-hppa.
break square
continue
backtrace
info args
info symbol $pc
stepi
stepi
info symbol $pc
print last
print ratio
print/x $r26
set var last.y = 9
print last
x/2dw &last
finish
delete
break square
continue
step
step
step
info symbol $pc
delete
break 47
continue
print counter
print sizeof(last)
next
print last.x
kill
