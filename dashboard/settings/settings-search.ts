export const sections = ['project', 'environments', 'hosts', 'webhook', 'keys', 'variables'] as const;
export type Section = (typeof sections)[number];

/** The state of the page as its address has it. */
interface SettingsSearch {
  section?: Section | undefined;
}

export function settingsSearch({ section }: Record<string, unknown>): SettingsSearch {
  const known = sections.find((one) => one === section);
  return known === undefined || known === 'project' ? {} : { section: known };
}
