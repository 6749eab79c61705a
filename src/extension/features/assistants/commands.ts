import { commandTable } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.assistant.showActivity': {
    title: ['Show Assistant Activity', '어시스턴트 활동 보기'],
    icon: 'list-unordered',
  },
});
