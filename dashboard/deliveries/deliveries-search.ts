export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** The state of the page as its address has it. */
export interface DeliveriesSearch {
  status?: (typeof deliveryStatuses)[number] | undefined;
  /** The host, with its port where the address names one. */
  receiver?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Where the shown page starts; the newest are shown without it. */
  cursor?: string | undefined;
}

/** What an address holds that is no filter is left out. */
export function deliveriesSearch(given: Record<string, unknown>): DeliveriesSearch {
  const { receiver, from, to, cursor } = given;
  const status = deliveryStatuses.find((known) => known === given.status);
  return {
    ...(status !== undefined && { status }),
    ...((typeof receiver === 'string' || typeof receiver === 'number') &&
      String(receiver).trim() !== '' && { receiver: String(receiver).slice(0, 300) }),
    ...(isTime(from) && { from }),
    ...(isTime(to) && { to }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor: cursor.slice(0, 200) }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
