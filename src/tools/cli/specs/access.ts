import { defineCommand } from '../command.ts';
import { connectionOptions } from '../options.ts';

const { url, retries, json } = connectionOptions;

export const login = defineCommand({
  path: 'login',
  summary: 'store the address and the key of a service for the other commands',
  details:
    'Asks for the key or reads it from standard input, checks it, and stores it in a file that only you can read.',
  args: [],
  options: {
    keyStdin: { kind: 'flag', description: 'read the key from standard input' },
    project: { kind: 'text', placeholder: 'id|name', description: 'also store this project' },
    url,
    retries,
    json,
  },
  examples: [
    'gantry login',
    'printenv MY_KEY | gantry login --url https://gantry.example.com --key-stdin --project Shop',
  ],
});

export const logout = defineCommand({
  path: 'logout',
  summary: 'remove the stored key of a service',
  args: [],
  options: {
    all: { kind: 'flag', description: 'remove the keys of all services' },
    url: { ...url, description: 'address of the service; otherwise that of the last login' },
    json,
  },
  examples: ['gantry logout', 'gantry logout --all'],
});

export const whoami = defineCommand({
  path: 'whoami',
  summary: 'show which service and which key the commands use, and the projects that the key may use',
  args: [],
  options: connectionOptions,
  examples: ['gantry whoami', 'gantry whoami --json'],
});

export const dashboard = defineCommand({
  path: 'dashboard',
  summary: 'print an address that signs a browser in to the dashboard',
  details:
    'The address works once, within 5 minutes. The browser may then do what the key may do, for 7 days or until the key is revoked.',
  args: [],
  options: connectionOptions,
  examples: ['gantry dashboard', 'xdg-open "$(gantry dashboard)"'],
});

export const completion = defineCommand({
  path: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  args: [{ name: 'shell', description: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'] }],
  options: {},
  examples: [
    'source <(gantry completion bash)',
    'gantry completion zsh > ~/.zfunc/_gantry',
    'gantry completion fish > ~/.config/fish/completions/gantry.fish',
  ],
});
