/** The project that was just created: its first run is next. */
interface NewProjectSearch {
  projectId?: string | undefined;
}

export function newProjectSearch({ projectId }: Record<string, unknown>): NewProjectSearch {
  return typeof projectId === 'string' ? { projectId } : {};
}
