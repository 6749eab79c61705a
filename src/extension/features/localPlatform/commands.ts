import { all, commandTable, explorerTitle } from '../../ui/commandTable';

const available = '!logbench.platformUnavailable';
const stopped = '!logbench.platformRunning';

export const commands = commandTable({
  'logbench.platform.start': {
    title: ['Start Local Platform', '로컬 플랫폼 시작'],
    icon: 'play',
    palette: all(available, stopped),
    menus: [explorerTitle('2_platform@1', available, stopped)],
  },
  'logbench.platform.stop': {
    title: ['Stop Local Platform', '로컬 플랫폼 중지'],
    icon: 'debug-stop',
    palette: 'logbench.platformRunning',
    menus: [explorerTitle('2_platform@1', 'logbench.platformRunning')],
  },
});
