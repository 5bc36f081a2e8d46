# A call of a function leaves all of the frame as it was. Behind alloc r33 to r36 are there.
break sum_to
continue
stepi 4
set var $r35 = 111
set var $r36 = 222
print ((long (*)(long))square)(9)
print $r32
print $r35
print $r36
delete
continue
