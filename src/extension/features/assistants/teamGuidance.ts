const maxLength = 20_000;

/**
 * The instructions for assistants in the `assistant.md` of open projects. Ignored in untrusted workspaces,
 * because assistants follow them.
 * @param read resolves to undefined if the file cannot be read
 */
export async function teamGuidance<Folder>(
  isTrusted: boolean,
  folders: readonly Folder[],
  read: (folder: Folder, file: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (!isTrusted) return undefined;
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const project = await read(folder, 'logbench.yaml');
      return project === undefined ? undefined : read(folder, 'assistant.md');
    }),
  );
  const text = texts.filter((guidance) => guidance !== undefined).join('\n\n');
  return text === '' ? undefined : text.slice(0, maxLength);
}
