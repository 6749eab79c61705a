// Joins the frames that the end-to-end test of the first steps took to the moving picture of the README.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { inProject, outputFolder } from './project.mjs';

const length = 60_000;
const folder = path.join(outputFolder, 'tour');

for (const scheme of ['light', 'dark']) {
  const frames = readdirSync(folder)
    .filter((name) => name.endsWith(`-${scheme}.png`))
    .sort();
  const file = inProject('docs', 'images', `tour-${scheme}.webp`);
  await sharp(
    frames.map((name) => path.join(folder, name)),
    { join: { animated: true } },
  )
    .webp({ quality: 75, effort: 6, loop: 0, delay: frames.map(() => Math.round(length / frames.length)) })
    .toFile(file);
  console.log(file);
}
