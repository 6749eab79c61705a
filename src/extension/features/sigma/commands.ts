import { all, commandTable, connected, menu, onDisk } from '../../ui/commandTable';

const yaml = String.raw`resourceExtname =~ /^\.ya?ml$/ || editorLangId == yaml`;

export const commands = commandTable({
  'logbench.sigma.convert': { title: ['Convert Sigma Rule', 'Sigma 규칙 변환'], palette: yaml },
  'logbench.sigma.try': { title: ['Try Sigma Rule…', 'Sigma 규칙 시험…'], palette: all(connected, yaml) },
  'logbench.sigma.schedule': {
    title: ['Schedule Sigma Rule…', 'Sigma 규칙 예약…'],
    palette: all(connected, yaml),
  },
  'logbench.sigma.createRule': {
    title: ['Create Detection Rule from Sigma…', 'Sigma로 탐지 규칙 만들기…'],
    palette: all(connected, yaml),
  },
  'logbench.sigma.update': {
    title: ['Update Scheduled Query from Sigma…', 'Sigma로 예약 쿼리 업데이트…'],
    palette: all(connected, yaml),
  },
  'logbench.sigma.editMapping': { title: ['Edit Sigma Mapping', 'Sigma 매핑 편집'], palette: yaml },
  'logbench.sigma.import': {
    title: ['Import Sigma Rules…', 'Sigma 규칙 가져오기…'],
    menus: [menu('explorer/context', 'logbench@2', onDisk, 'explorerResourceIsFolder', connected)],
  },
});
