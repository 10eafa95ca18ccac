"""A whole OpenStack Swift with its S3 face in one process: one device, one replica, ports of its own.

Prints one line of JSON once it listens, and ends when its standard input closes.
"""
import array
import json
import os
import pwd
import sys
import tempfile

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True)

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

BASE = sys.argv[1]
USER = pwd.getpwuid(os.getuid()).pw_name


def write(name, text):
    path = os.path.join(BASE, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n')
utils.SWIFT_CONF_FILE = os.path.join(BASE, 'swift.conf')
utils.validate_hash_conf()

from swift.common import constraints, storage_policy  # noqa: E402
from swift.common.ring import RingData  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

constraints.reload_constraints()
storage_policy.reload_storage_policies()

COMMON = f"""[DEFAULT]
user = {USER}
swift_dir = {BASE}
devices = {BASE}/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = ERROR
"""

PROXY = COMMON + """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
"""


class Cache:
    """What tempauth and s3api ask of memcached, for the one process that there is."""

    def __init__(self):
        self.entries = {}

    def get(self, key, **_):
        return self.entries.get(key)

    def set(self, key, value, **_):
        self.entries[key] = value

    def incr(self, key, delta=1, **_):
        self.entries[key] = int(self.entries.get(key) or 0) + delta
        return self.entries[key]

    def delete(self, key, **_):
        self.entries.pop(key, None)


def with_cache(app):
    cache = Cache()

    def call(env, start_response):
        env['swift.cache'] = cache
        return app(env, start_response)

    return call


def refuse(reason):
    print(json.dumps({'unusable': reason}), flush=True)
    sys.exit(0)


def main():
    os.makedirs(os.path.join(BASE, 'devices', 'sda1'))
    with tempfile.NamedTemporaryFile(dir=BASE) as probe:
        try:
            os.setxattr(probe.name, 'user.swift.test', b'1')
        except OSError:
            refuse('the temporary folder has no extended attributes, which Swift stores its metadata in')

    sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in ('account', 'container', 'object', 'proxy')}
    for kind in ('account', 'container', 'object'):
        port = sockets[kind].getsockname()[1]
        device = {'id': 0, 'zone': 1, 'region': 1, 'device': 'sda1', 'weight': 1.0,
                  'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
        RingData([array.array('H', [0, 0])], [device], 31).save(os.path.join(BASE, f'{kind}.ring.gz'))
        conf = write(f'{kind}.conf', f'{COMMON}\n[app:main]\nuse = egg:swift#{kind}\n')
        serve(sockets[kind], loadapp(conf))
    serve(sockets['proxy'], with_cache(loadapp(write('proxy.conf', PROXY))))
    print(json.dumps({'port': sockets['proxy'].getsockname()[1]}), flush=True)
    while eventlet.tpool.execute(sys.stdin.read, 1):
        pass
    os._exit(0)


def serve(sock, app):
    eventlet.spawn(wsgi.server, sock, app, utils.NullLogger(), protocol=SwiftHttpProtocol,
                   custom_pool=eventlet.GreenPool(256), capitalize_response_headers=False)


main()
