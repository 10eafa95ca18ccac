import { Type } from 'typebox';

export const TimeSpan = {
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created at this time or later' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created before this time' }),
  ),
};

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
