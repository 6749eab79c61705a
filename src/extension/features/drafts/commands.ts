import { all, always, commandTable, menu, never, platformText, row } from '../../ui/commandTable';

const query = /^scheduledQuery\b/;
const draft = /^scheduledQuery\..*\.draft$/;
const ruleDraft = /^rule\..*\.draft$/;

export const commands = commandTable({
  'logbench.scheduledQuery.open': {
    title: ['Open Scheduled Query…', '예약 쿼리 열기…'],
    icon: 'go-to-file',
  },
  'logbench.scheduledQuery.openOne': {
    title: ['Open Scheduled Query', '예약 쿼리 열기'],
    icon: 'go-to-file',
    palette: never,
    menus: [row('1_open@1', query)],
  },
  'logbench.drafts.list': { title: ['Show Drafts…', '초안 보기…'], palette: always },
  'logbench.scheduledQuery.publish': {
    title: ['Publish to Platform', '플랫폼에 게시'],
    icon: 'cloud-upload',
    menus: [
      row('1_open@3', draft),
      row('1_open@4', ruleDraft),
      menu('editor/title', 'navigation@1', platformText, 'logbench.activeDraft'),
      menu('editor/title/context', 'logbench@1', platformText),
    ],
    keys: [{ key: 'ctrl+alt+enter', mac: 'cmd+alt+enter', when: all('editorTextFocus', platformText) }],
  },
  'logbench.scheduledQuery.compare': {
    title: ['Compare with Platform', '플랫폼과 비교'],
    icon: 'diff',
    menus: [
      row('1_open@2', query),
      row('1_open@3', ruleDraft),
      menu('editor/title', 'logbench@1', platformText),
      menu('editor/title/context', 'logbench@2', platformText),
    ],
  },
  'logbench.scheduledQuery.compareContent': {
    title: ['Compare with Platform, Ignoring Layout', '배치를 무시하고 플랫폼과 비교'],
    icon: 'diff',
    menus: [
      row('1_open@2', draft),
      menu('editor/title', 'logbench@1', platformText, 'logbench.activeDraft', 'resourceExtname == .lq'),
    ],
  },
  'logbench.scheduledQuery.revert': {
    title: ['Discard Draft', '초안 버리기'],
    icon: 'discard',
    menus: [
      row('1_open@4', draft),
      row('1_open@5', ruleDraft),
      menu('editor/title', 'logbench@2', platformText, 'logbench.activeDraft'),
    ],
  },
  'logbench.scheduledQuery.showRequest': {
    title: ['Show Publish Request', '게시 요청 보기'],
    icon: 'code',
    menus: [menu('editor/title', 'logbench@3', platformText, 'logbench.activeDraft')],
  },
});
