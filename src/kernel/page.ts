/** A place in a list that is sorted newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

export interface Page {
  limit: number;
  after?: Position | undefined;
}

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function decodeCursor(text: string): Position | null {
  const match = /^(\d{1,15})\.([A-Za-z0-9-]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const [, time, id] = match ?? [];
  return time === undefined || id === undefined ? null : { createdAt: new Date(Number(time)), id };
}
