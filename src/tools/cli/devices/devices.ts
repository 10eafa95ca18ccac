import type { Device } from '../../../client/index.ts';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { connectionOptions } from '../options.ts';
import { agoText } from '../terminal/format.ts';
import { type Column, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

export const devices = defineCommand({
  path: 'devices',
  summary: 'list the phones that workers have, and their state',
  args: [],
  options: connectionOptions,
  examples: ['gantry devices', 'gantry devices --json'],
  async run(call): Promise<undefined> {
    const { printer } = call;
    const { client } = await connect(call);
    const { devices } = await client.call('listDevices');
    const nowMs = Date.now();
    const columns: Array<Column<Device>> = [
      { title: 'name', value: ({ name }) => name, isFlexible: true },
      { title: 'state', value: ({ state }) => state },
      { title: 'system', value: systemOf },
      { title: 'model', value: ({ model }) => model ?? '', isFlexible: true },
      { title: 'labels', value: ({ labels }) => labels.join(', '), isFlexible: true },
      { title: 'run', value: ({ runId }) => runId ?? '', isDispensable: true },
      { title: 'seen', value: ({ seenAt }) => agoText(seenAt, nowMs), isDispensable: true },
    ];
    const resting = devices.filter(({ reason }) => reason !== null);
    printer.show({ devices }, () =>
      devices.length === 0
        ? ['No worker has a phone.']
        : [
            ...tableLines(devices, columns, printer.width),
            ...resting.map(({ name, reason, restsUntil }) =>
              clean(`${name} rests until ${restsUntil}: ${reason}`),
            ),
          ],
    );
  },
});

const systems = { ios: 'iOS', android: 'Android' };

function systemOf({ platforms, version, real }: Device): string {
  const names = platforms.map((platform) => systems[platform]).join(', ');
  return [names, version, real === false ? '(virtual)' : null].filter((part) => part !== null).join(' ');
}
