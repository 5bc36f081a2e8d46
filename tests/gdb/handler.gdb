# Out of the handler of a signal, by what docs/parisc-back.py knows.
source docs/parisc-back.py
break on_alarm if alarms == 2
handle SIGUSR1 SIG35 SIGALRM nostop noprint
continue
backtrace
up 2
print often.it_interval.tv_usec
