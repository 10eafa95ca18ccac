import type { Device } from '../../../client/index.ts';
import type { CommandCall } from '../command.ts';
import { connect } from '../connect.ts';
import type { devices as spec } from '../specs/devices.ts';
import { agoText } from '../terminal/format.ts';
import { type Column, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

export async function list(call: CommandCall<typeof spec>): Promise<undefined> {
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
}

const systems = { ios: 'iOS', android: 'Android' };

function systemOf({ platforms, version, real }: Device): string {
  const names = platforms.map((platform) => systems[platform]).join(', ');
  return [names, version, real === false ? '(virtual)' : null].filter((part) => part !== null).join(' ');
}
