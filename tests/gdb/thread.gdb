break worker
continue
info threads
backtrace 1
thread 1
thread 2
delete
stepi
kill
