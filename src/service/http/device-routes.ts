import { Type } from 'typebox';
import { phoneKinds } from '../../engine/listed-phone.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { listDevices, type ShownDevice } from '../fleet/device-store.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { operationsOf } from './route-declaration.ts';

const Device = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'As the list of devices calls it; places on a grid are numbered' }),
    kind: oneOf(phoneKinds),
    platforms: Type.Array(oneOf(['ios', 'android'])),
    version: nullable.text({ description: 'Of its system, as listed' }),
    model: nullable.text(),
    labels: Type.Array(Type.String()),
    real: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'False for an emulator or simulator; null where that is not known',
    }),
    state: oneOf(['free', 'busy', 'resting', 'offline'], {
      description:
        '`busy`: a run has it; `resting`: it failed three sessions in a row; `offline`: no running worker has it',
    }),
    reason: nullable.text({ description: 'Why it rests' }),
    restsUntil: nullable.text({ format: 'date-time' }),
    runId: nullable.text({ format: 'uuid', description: 'The run that has it, where the key may see it' }),
    seenAt: Type.String({ format: 'date-time', description: 'When its worker last named it' }),
  },
  { title: 'Device' },
);

const operation = operationsOf('Workers', 'project');

export function deviceRoutes(api: HttpServer, { db }: Parts): void {
  api.get(
    '/devices',
    operation('listDevices', {
      summary: 'List the phones that workers have, by name, with their state',
      response: { 200: Type.Object({ devices: Type.Array(Device), nextCursor: NextCursor }) },
    }),
    async ({ principal }) => {
      const projectId = visibleProject(principal);
      return { devices: (await listDevices(db)).map((device) => show(device, projectId)), nextCursor: null };
    },
  );
}

function show(device: ShownDevice, visible: string | null) {
  const { id, name, platforms, version, model, labels, state, rests_until, seen_at } = device;
  const isResting = state === 'resting';
  const isVisible = state === 'busy' && (visible === null || visible === device.project_id);
  return {
    id,
    name,
    kind: phoneKinds.find((kind) => kind === device.kind) ?? 'appium',
    platforms,
    version,
    model,
    labels,
    real: device.is_real,
    state,
    reason: isResting ? device.rest_reason : null,
    restsUntil: isResting ? (rests_until?.toISOString() ?? null) : null,
    runId: isVisible ? device.run_id : null,
    seenAt: seen_at.toISOString(),
  };
}
