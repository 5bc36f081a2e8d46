# Back by lines over calls into libraries; where one is loaded, a step back ends.
source docs/parisc-back.py
break 23
continue
reverse-next
reverse-next
reverse-next
reverse-next
reverse-next
step
print compared
break compare
reverse-continue
delete
break 18
reverse-continue
reverse-next
break main
reverse-continue
next
next
info breakpoints
show osabi
