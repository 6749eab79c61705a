/**
 * The folder that a file counts for in a table: features and parts of the platform have a line each.
 * @param {string} file
 * @returns {string}
 */
export function folderOf(file) {
  const [top, part, next] = file.split('/');
  if (top !== 'src' || (part !== 'features' && part !== 'platform')) return `${top}/${part}`;
  // A file that lies in the folder itself belongs to the folder.
  return next === undefined || next.includes('.') ? `${top}/${part}` : `${top}/${part}/${next}`;
}
