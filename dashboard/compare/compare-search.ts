/** The two runs that the address names. */
interface CompareSearch {
  left?: string;
  right?: string;
}

export function compareSearch({ left, right }: Record<string, unknown>): CompareSearch {
  return {
    ...(typeof left === 'string' && left !== '' && { left }),
    ...(typeof right === 'string' && right !== '' && { right }),
  };
}
