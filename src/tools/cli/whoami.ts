import { defineCommand } from './command.ts';
import { connect, connectionSettings } from './connect.ts';
import { connectionOptions } from './options.ts';
import { accessOf, projectText } from './project-of-key.ts';
import { counted } from './terminal/format.ts';
import { fieldLines } from './terminal/table.ts';
import { clean } from './terminal/text.ts';

/** More would hide the rest; `projects list` has them all. */
const mostProjects = 10;

export const whoami = defineCommand({
  path: 'whoami',
  summary: 'show which service and which key the commands use, and the projects that the key may use',
  args: [],
  options: connectionOptions,
  examples: ['gantry whoami', 'gantry whoami --json'],
  async run(call): Promise<undefined> {
    const { printer } = call;
    const { client } = await connect(call);
    const { keyFrom } = await connectionSettings(call);
    const { kind, keyId, keyName, projects, version } = await accessOf(client);
    const key = { id: keyId, kind, name: keyName, from: keyFrom };
    printer.show({ url: client.url, version, key, projects }, () => {
      const [first, ...others] = projects.slice(0, mostProjects).map(projectText);
      const rest = projects.length - mostProjects;
      return fieldLines([
        ['Service', client.url],
        ['Version', version && clean(version)],
        ['Key', `gk_${keyId}_…  ${kind === 'admin' ? 'admin key' : 'project key'}`],
        ['Key name', keyName && clean(keyName)],
        ['Key from', keyFrom],
        [projects.length === 1 ? 'Project' : 'Projects', first ?? 'none'],
        ...others.map((text): [string, string] => ['', text]),
        ['', rest > 0 ? `and ${counted(rest, 'more project')}` : null],
      ]);
    });
  },
});

export const dashboard = defineCommand({
  path: 'dashboard',
  summary: 'print an address that signs a browser in to the dashboard',
  details:
    'The address works once, within 5 minutes. The browser may then do what the key may do, for 7 days or until the key is revoked.',
  args: [],
  options: connectionOptions,
  examples: ['gantry dashboard', 'xdg-open "$(gantry dashboard)"'],
  async run(call): Promise<undefined> {
    const { client } = await connect(call);
    const issued = await client.call('issueSignInCode');
    call.printer.show(issued, () => [issued.url]);
    call.printer.note('Open it in a browser within 5 minutes; it works once.');
  },
});
