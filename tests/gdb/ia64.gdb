break sum_to
continue
print $r32
continue
print $r32
backtrace
x/i $pc
break square
continue
print $r32
x/i $pc
stepi
x/i $pc
stepi
x/i $pc
delete
watch *(long *)&counter
continue
x/i $pc
continue
print *(long *)&counter
reverse-continue
x/i $pc
print *(long *)&counter
reverse-continue
reverse-stepi
x/i $pc
delete
print $r32
print ((long (*)(long))square)(9)
print ((long (*)(long))sum_to)(20)
print $r32
x/i $pc
backtrace
set var $bsp = 8
set var $cfm = -1
print $r32
set var $r14 = 5
print $r14
set var *(long *)&counter = 77
print *(long *)&counter
hbreak *(char *)&square + 33
reverse-continue
continue
delete
continue
