/**
 * The folder of a file in a table: features and parts of the platform have a row each.
 * @param {string} file
 * @returns {string}
 */
export function folderOf(file) {
  const [top, part, next] = file.split('/');
  if (top !== 'src' || (part !== 'features' && part !== 'platform')) return `${top}/${part}`;
  // A file directly in the folder belongs to the folder.
  return next === undefined || next.includes('.') ? `${top}/${part}` : `${top}/${part}/${next}`;
}
