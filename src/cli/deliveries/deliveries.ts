import type { Delivery } from '../../client/index.ts';
import type { Call } from '../command.ts';
import { connect } from '../connect.ts';
import type { deliveriesList, deliveriesRedeliver } from '../specs/deliveries.ts';
import { durationText, localTimeText } from '../terminal/format.ts';
import { type Column, tableLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

const columns: Array<Column<Delivery>> = [
  { title: 'attempt', value: ({ attempt }) => String(attempt) },
  { title: 'at', value: ({ startedAt }) => localTimeText(startedAt) },
  { title: 'answer', value: ({ status }) => (status === null ? null : String(status)) },
  { title: 'took', value: ({ durationMs }) => durationText(durationMs), isDispensable: true },
  { title: 'why not', value: ({ error }) => error, isFlexible: true },
  { title: 'to', value: ({ url }) => url, isFlexible: true, isDispensable: true },
];

export async function list(call: Call<typeof deliveriesList>): Promise<undefined> {
  const { args, printer } = call;
  const { client } = await connect(call);
  const { deliveries } = await client.call('listDeliveries', { path: { id: args.run } });
  printer.show({ deliveries }, () =>
    deliveries.length === 0 ? ['Nothing was delivered.'] : tableLines(deliveries, columns, printer.width),
  );
}

export async function redeliver(call: Call<typeof deliveriesRedeliver>): Promise<undefined> {
  const { args, options, printer } = call;
  const { client } = await connect(call);
  const run = await client.call('redeliver', { path: { id: args.run }, body: { webhookUrl: options.to } });
  printer.show(run, () => [`${run.id}  delivery ${run.webhookStatus}, to ${clean(run.webhookUrl ?? '')}`]);
}
