import { spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { stopProcess } from './node-process.ts';

interface Nginx {
  url(name: string): string;
  fileOf(name: string): string;
  stop(): Promise<void>;
}

/** nginx with its DAV module, storing below `directory`; null where it is not installed. */
export async function startNginx(directory: string): Promise<Nginx | null> {
  const program = await firstPresent(['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']);
  if (program === null) return null;
  const port = await freePort();
  const files = join(directory, 'files');
  await mkdir(files, { recursive: true });
  const configPath = join(directory, 'nginx.conf');
  await writeFile(configPath, config(directory, files, port));
  const child = spawn(program, ['-c', configPath, '-p', directory, '-e', join(directory, 'error.log')], {
    stdio: 'inherit',
  });
  await accepting(port, () => child.exitCode !== null);
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    fileOf: (name) => join(files, name),
    stop: () => stopProcess(child),
  };
}

function config(directory: string, files: string, port: number): string {
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : '';
  return `${user}
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    location / { dav_methods PUT; }
  }
}
`;
}

async function firstPresent(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function accepting(port: number, ended: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (ended()) throw new Error('nginx ended at its start');
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nginx does not answer');
}
