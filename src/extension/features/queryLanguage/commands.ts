import { commandTable, never } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.query.loadValues': { title: ['Load Values…', '값 불러오기…'], palette: never },
});
