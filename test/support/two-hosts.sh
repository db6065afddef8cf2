# shellcheck shell=bash
# A machine beside another one, in network namespaces of their own. To be read by a bash that `unshare --net --mount` started:
# whatever is sent to an address that is not loopback comes to the second host, which takes it and counts it.
export PATH=$PATH:/usr/sbin:/sbin
mount --make-rprivate /
ip link set lo up
unshare --net sleep 300 &
second=$!
trap 'kill $second' EXIT
until [ "$(readlink /proc/$second/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
there() { nsenter --target $second --net "$@"; }

ip link add near address 02:00:00:00:00:01 type veth peer name far address 02:00:00:00:00:02 netns $second
ip address add 10.77.0.1/24 dev near
ip address add fd77::1/64 dev near nodad
ip link set near up
there ip link set lo up
there ip address add 10.77.0.2/24 dev far
there ip address add fd77::2/64 dev far nodad
there ip link set far up
# It takes itself for every address that is not its neighbour's.
there ip route add local 0.0.0.0/0 dev lo table main
there ip -6 route add local ::/0 dev lo table main
# Nobody has to be found first.
ip neighbour add 10.77.0.2 lladdr 02:00:00:00:00:02 dev near
ip neighbour add fd77::2 lladdr 02:00:00:00:00:02 dev near
there ip neighbour add 10.77.0.1 lladdr 02:00:00:00:00:01 dev far
there ip neighbour add fd77::1 lladdr 02:00:00:00:00:01 dev far
ip route add default via 10.77.0.2
ip -6 route add default via fd77::2

# How much came to the second host: IPv4 packets of any kind, TCP segments, UDP datagrams over IPv6. The talk of neighbours
# that IPv6 needs is none of these.
arrived() {
  there cat /proc/net/snmp /proc/net/snmp6 | awk '
    $1 == "Ip:" && $2 ~ /^[0-9]/ { sum += $4 }
    $1 == "Tcp:" && $2 ~ /^[0-9]/ { sum += $11 }
    $1 == "Udp6InDatagrams" || $1 == "Udp6NoPorts" { sum += $2 }
    END { print sum + 0 }'
}

# Puts a text in the place of a file of the system.
instead_of() {
  replacement=$(mktemp)
  cat > "$replacement"
  mount --bind "$replacement" "$1"
}
