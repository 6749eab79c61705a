import { always, commandTable, configured, explorerTitle, row } from '../../ui/commandTable';

const ownConnection = /^connection\.(?!.*\.found)/;
const connection = /^connection\./;

export const commands = commandTable({
  'logbench.connection.add': {
    title: ['Add Connection…', '연결 추가…'],
    icon: 'add',
    palette: always,
    menus: [explorerTitle('navigation@1')],
  },
  'logbench.connection.edit': {
    title: ['Edit Connection…', '연결 편집…'],
    icon: 'edit',
    palette: configured,
    menus: [row('2_manage@2', ownConnection)],
  },
  'logbench.connection.moveToGroup': {
    title: ['Move to Group…', '그룹으로 이동…'],
    icon: 'folder',
    palette: configured,
    menus: [row('2_manage@3', ownConnection)],
  },
  'logbench.connection.remove': {
    title: ['Remove Connection…', '연결 제거…'],
    icon: 'trash',
    palette: configured,
    menus: [row('2_manage@4', ownConnection)],
  },
  'logbench.connection.setApiKey': {
    title: ['Set API Key…', 'API 키 설정…'],
    icon: 'key',
    menus: [row('2_manage@1', connection), row('inline@1', /^failure\.key$/)],
  },
  'logbench.connection.test': {
    title: ['Test Connection', '연결 테스트'],
    icon: 'pulse',
    menus: [row('1_use@1', connection)],
  },
  'logbench.connection.unlockWrites': {
    title: ['Unlock Writes…', '쓰기 잠금 해제…'],
    icon: 'unlock',
    menus: [
      row('inline@1', /^connection\.\w+\.locked/),
      row('1_use@3', connection, 'viewItem =~ /locked|production/'),
    ],
  },
  'logbench.connection.import': {
    title: ['Import Connections…', '연결 가져오기…'],
    palette: always,
    menus: [explorerTitle('3_exchange@1')],
  },
  'logbench.connection.export': {
    title: ['Export Connections…', '연결 내보내기…'],
    palette: configured,
    menus: [explorerTitle('3_exchange@2', configured)],
  },
});
