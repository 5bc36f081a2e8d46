# A fault stops before its signal, and what led to it is there.
continue
backtrace
print p
break crash
reverse-continue
backtrace
delete
continue
continue
