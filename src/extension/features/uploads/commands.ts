import { changeable, commandTable, connected, menu, onDisk, row, rows } from '../../ui/commandTable';

const changeableUploads = changeable('uploads');
const upload = /^upload\./;
const sending = /^upload\.own\.(sending|waiting)/;

export const commands = commandTable({
  'logbench.upload.start': {
    title: ['Upload Log File…', '로그 파일 업로드…'],
    icon: 'cloud-upload',
    menus: [
      row('inline@1', changeableUploads),
      row('1_list@1', changeableUploads),
      row('2_change@1', /^table(\.|$)/),
      menu('explorer/context', 'logbench@1', onDisk, '!explorerResourceIsFolder', connected),
    ],
  },
  'logbench.upload.cancel': {
    title: ['Cancel Upload…', '업로드 취소…'],
    icon: 'close',
    menus: [row('inline@2', upload), rows('3_end@1', upload)],
  },
  'logbench.upload.pause': {
    title: ['Pause Upload', '업로드 일시 중지'],
    icon: 'debug-pause',
    palette: 'logbench.uploading',
    menus: [row('inline@1', sending), rows('2_change@1', sending)],
  },
  'logbench.upload.resume': {
    title: ['Resume Upload', '업로드 재개'],
    icon: 'debug-continue',
    menus: [
      row('inline@1', /^upload\.own\.(paused|waiting|interrupted)/),
      rows('2_change@2', /^upload\.(own\.(paused|waiting|interrupted)|other)/),
    ],
  },
});
