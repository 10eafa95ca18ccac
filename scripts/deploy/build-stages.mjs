// Carries out the instructions of a Dockerfile in plain folders, one for each stage, with the Node of this machine.
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { instructionsOf } from './dockerfile.mjs';

const run = promisify(execFile);

/**
 * What the finished stage would be started with: `folder` is its working directory, `root` what stands for `/`.
 * `owner` stands for the user of the image, who may not exist here.
 */
export async function buildStage({ stages, target, context, work, owner, say }) {
  const built = new Map();
  return build(target);

  async function build(name) {
    if (built.has(name)) return built.get(name);
    const stage = { root: join(work, name), folder: join(work, name), env: {} };
    built.set(name, stage);
    await mkdir(stage.root, { recursive: true });
    for (const instruction of instructionsOf(stages, name)) await carryOut(instruction, stage);
    return stage;
  }

  async function carryOut({ name, flags, args }, stage) {
    if (name === 'WORKDIR') {
      stage.folder = join(stage.root, args);
      await mkdir(stage.folder, { recursive: true });
    } else if (name === 'COPY') {
      const paths = args.split(/\s+/);
      const target = paths.pop();
      const from = flags.from === undefined ? context : (await build(flags.from)).root;
      for (const path of paths) await copy(join(from, path), target, stage);
    } else if (name === 'RUN') {
      say(args.length > 100 ? `${args.slice(0, 100)}…` : args);
      await shell(args, stage);
    } else if (name === 'ENV') {
      for (const [, key, value] of args.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = here(value, stage);
    } else if (name === 'USER') {
      stage.user = args;
    } else if (name === 'VOLUME') {
      stage.volume = join(stage.root, args);
    } else if (name === 'ENTRYPOINT' || name === 'CMD') {
      stage[name.toLowerCase()] = JSON.parse(args);
    } else if (name === 'HEALTHCHECK') {
      stage.healthcheck = JSON.parse(args.replace(/^(?:--\S+\s+)*CMD\s+/, ''));
    }
  }

  async function copy(source, target, stage) {
    const isFolder = target.endsWith('/');
    const path = join(stage.folder, target, isFolder ? basename(source) : '');
    await mkdir(dirname(path), { recursive: true });
    await cp(source, path, { recursive: true, verbatimSymlinks: true });
  }

  async function shell(script, stage) {
    const owned = script
      .replaceAll('1000:1000', `${owner.uid}:${owner.gid}`)
      .replaceAll(' /', ` ${stage.root}/`);
    await run('/bin/sh', ['-ec', owned], {
      cwd: stage.folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
        npm_config_fund: 'false',
      },
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  function here(value, stage) {
    return value.startsWith('/') ? join(stage.root, value) : value;
  }
}
