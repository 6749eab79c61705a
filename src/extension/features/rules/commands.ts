import { changeable, commandTable, never, row, rows, several, single } from '../../ui/commandTable';

const ruleOrVersion = /^rule(Version)?\./;
const rule = /^rule\./;
const changeableRules = changeable('rules');
const rulesOrHeading = /^(rule\.|section\.rules)/;

export const commands = commandTable({
  'logbench.rule.open': { title: ['Open Detection Rule…', '탐지 규칙 열기…'], icon: 'go-to-file' },
  'logbench.rule.openOne': {
    title: ['Open Detection Rule', '탐지 규칙 열기'],
    icon: 'go-to-file',
    palette: never,
    menus: [row('1_open@1', ruleOrVersion)],
  },
  'logbench.rule.create': {
    title: ['New Detection Rule…', '새 탐지 규칙…'],
    icon: 'add',
    menus: [row('inline@2', changeableRules), row('2_new@1', changeableRules)],
  },
  'logbench.rule.duplicate': {
    title: ['Duplicate Rule…', '규칙 복제…'],
    icon: 'copy',
    menus: [row('2_change@4', rule)],
  },
  'logbench.rule.copyToConnection': {
    title: ['Copy Rule to Connection…', '규칙을 연결로 복사…'],
    menus: [row('2_change@5', rule)],
  },
  'logbench.rule.restore': {
    title: ['Restore Rule Version…', '규칙 버전 복원…'],
    icon: 'history',
    menus: [row('inline@2', /^ruleVersion\.earlier/, single), row('2_change@1', ruleOrVersion)],
  },
  'logbench.rule.compareVersion': {
    title: ['Compare Rule Versions…', '규칙 버전 비교…'],
    icon: 'diff',
    menus: [row('inline@1', /^ruleVersion/), row('1_open@2', /^ruleVersion\./), row('1_open@2', rule)],
  },
  'logbench.rule.enable': {
    title: ['Enable Rules', '규칙 활성화'],
    icon: 'play',
    menus: [rows('2_change@2', rulesOrHeading, several)],
  },
  'logbench.rule.enableOne': {
    title: ['Enable Rule', '이 규칙 활성화'],
    icon: 'play',
    palette: never,
    menus: [row('2_change@2', /^rule\.\w+\.disabled/)],
  },
  'logbench.rule.disable': {
    title: ['Disable Rules', '규칙 비활성화'],
    icon: 'circle-slash',
    menus: [rows('2_change@3', rulesOrHeading, several)],
  },
  'logbench.rule.disableOne': {
    title: ['Disable Rule', '이 규칙 비활성화'],
    icon: 'circle-slash',
    palette: never,
    menus: [row('2_change@3', /^rule\.\w+\.enabled/)],
  },
});
