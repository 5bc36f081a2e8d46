# Back by lines, in a PA-RISC guest.
source docs/parisc-back.py
break 17
continue
step
backtrace
reverse-step
reverse-step
reverse-step
reverse-step
backtrace
delete
break 24
continue
reverse-next
reverse-step
reverse-finish
next
reverse-nexti
delete
break 46
continue
reverse-next
next
next
print last.x
reverse-next 2
print last.x
show osabi
reverse-next here
