#!/busybox sh
# First program of a guest: finds its disk and hands over to init.py.
/busybox mount -t proc proc /proc
/busybox mount -t sysfs sys /sys
/busybox mount -t devtmpfs dev /dev
for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk virtio_console libcrc32c erofs failover net_failover virtio_net; do
    /busybox insmod "/modules/$module.ko"
done
/busybox mount -t erofs -o ro,nosuid,nodev /dev/vda /usr
exec /usr/bin/python3 -I -u /init.py
