import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder whose files a test reads and changes. */
export class FilesOfFolder {
  constructor(readonly root: string) {}

  async read(file: string): Promise<string> {
    return readFile(path.join(this.root, file), 'utf8');
  }

  async write(file: string, text: string): Promise<void> {
    const location = path.join(this.root, file);
    await mkdir(path.dirname(location), { recursive: true });
    await writeFile(location, text);
  }

  async edit(file: string, before: string | RegExp, after: string): Promise<void> {
    const text = await this.read(file);
    const changed = text.replace(before, after);
    if (changed === text) throw new Error(`${file} has no ${String(before)}:\n${text}`);
    await this.write(file, changed);
  }
}
