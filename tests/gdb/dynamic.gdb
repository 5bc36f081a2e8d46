# A position-independent program: its place and its libraries are found through the auxiliary vector.
break square
continue
backtrace 1
info sharedlibrary
delete
continue
