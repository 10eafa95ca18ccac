/** The state of the page as its address has it. */
interface BuildsSearch {
  groupId?: string;
}

export function buildsSearch({ groupId }: Record<string, unknown>): BuildsSearch {
  return typeof groupId === 'string' && groupId !== '' ? { groupId } : {};
}
