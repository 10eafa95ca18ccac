/**
 * An object that notes which of its members are read. A compiled schema reads the members that it knows: what stays
 * unread is unknown to it, such as a misspelt name.
 */
export function readMembers(object: object): { watched: object; unread(): string[] } {
  const read = new Set<string>();
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get(target, name, receiver) {
        const found = Reflect.get(target, name, receiver);
        if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found;
        const member = path === '' ? name : `${path}.${name}`;
        read.add(member);
        return watch(found, member);
      },
    });
  };
  return {
    // The members of the first level are copied, which is no sign that the schema knows them.
    watched: Object.fromEntries(Object.entries(object).map(([name, value]) => [name, watch(value, name)])),
    unread: () => membersOf(object, '').filter((member) => member.includes('.') && !read.has(member)),
  };
}

function membersOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => {
    const member = path === '' ? name : `${path}.${name}`;
    return [member, ...membersOf(below, member)];
  });
}
