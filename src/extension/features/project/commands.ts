import {
  all,
  commandTable,
  connected,
  menu,
  never,
  onDisk,
  queryEditor,
  row,
  sourceControl,
} from '../../ui/commandTable';

const project =
  'logbench.projectFolders || resourceScheme == file && (editorLangId == logbench-query || resourceFilename == logbench.yaml)';
const projectFolder =
  'resourceFilename == logbench.yaml || explorerResourceIsFolder && resourcePath in logbench.projectFolders';
const onPlatform = 'scmResourceState != create';
const inFolder = 'scmResourceState != delete';

export const commands = commandTable({
  'logbench.code.pull': {
    title: ['Pull Scheduled Queries into Folder…', '예약 쿼리를 폴더로 가져오기…'],
    icon: 'cloud-download',
    menus: [
      row('2_code@1', /^section\.scheduledQueries/),
      menu('explorer/context', 'logbench@3', onDisk, 'explorerResourceIsFolder', connected),
      sourceControl('title', '1_code@1'),
    ],
  },
  'logbench.code.plan': {
    title: ['Plan', '계획'],
    icon: 'refresh',
    palette: all(connected, project),
    menus: [
      menu('explorer/context', 'logbench@4', onDisk, projectFolder),
      sourceControl('title', 'navigation@1'),
    ],
  },
  'logbench.code.apply': {
    title: ['Apply…', '적용…'],
    icon: 'cloud-upload',
    palette: all(connected, project),
    menus: [
      menu('explorer/context', 'logbench@5', onDisk, projectFolder),
      sourceControl('title', 'navigation@2'),
    ],
  },
  'logbench.code.applyFile': {
    title: ['Apply', '적용'],
    icon: 'cloud-upload',
    palette: never,
    menus: [
      sourceControl('resourceGroup/context', 'inline@2', 'scmResourceGroup == toApply'),
      sourceControl('resourceGroup/context', '1_code@1'),
      sourceControl('resourceState/context', 'inline@2'),
      sourceControl('resourceState/context', '2_change@1'),
    ],
    keys: [
      {
        key: 'ctrl+alt+enter',
        mac: 'cmd+alt+enter',
        when: all(
          'editorTextFocus',
          queryEditor,
          'resourceScheme != logbench',
          'resourceScheme != untitled',
          '!notebookEditorFocused',
        ),
      },
    ],
  },
  'logbench.code.acceptRemote': {
    title: ['Accept Platform Changes', '플랫폼 변경 내용 수락'],
    icon: 'cloud-download',
    palette: never,
    menus: [
      sourceControl('resourceGroup/context', 'inline@2', 'scmResourceGroup == onPlatform'),
      sourceControl('resourceGroup/context', '1_code@2'),
      sourceControl('resourceState/context', 'inline@3', onPlatform),
      sourceControl('resourceState/context', '2_change@2', onPlatform),
    ],
  },
  'logbench.code.openChanges': {
    title: ['Open Changes', '변경 내용 열기'],
    icon: 'git-compare',
    palette: all(connected, onDisk, queryEditor),
    menus: [sourceControl('resourceState/context', '1_open@1')],
  },
  'logbench.code.openFile': {
    title: ['Open File', '파일 열기'],
    icon: 'go-to-file',
    palette: never,
    menus: [
      sourceControl('resourceState/context', 'inline@1', inFolder),
      sourceControl('resourceState/context', '1_open@2', inFolder),
    ],
  },
  'logbench.code.openCopy': {
    title: ['Open Platform Copy', '플랫폼의 사본 열기'],
    palette: all(connected, onDisk, queryEditor),
  },
  'logbench.code.selectPlatform': {
    title: ['Select Platform…', '플랫폼 선택…'],
    icon: 'server-environment',
    palette: all(connected, project),
    menus: [sourceControl('title', '1_code@2')],
  },
});
