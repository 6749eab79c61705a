/** Descriptions of options in English and Korean. Commands with the same option share its meaning. */
const table = `
duration · How far back to read, such as 1d. · 1d처럼 지금부터 거슬러 올라갈 시간입니다.
from · Start, included: a prefix of yyyyMMddHHmmss. · 시작 시각(포함)입니다. yyyyMMddHHmmss의 앞부분입니다.
to · End, not included: a prefix of yyyyMMddHHmmss. · 끝 시각(제외)입니다. yyyyMMddHHmmss의 앞부분입니다.
limit · The maximum number of rows. · 최대 행 수입니다.
offset · How many rows to skip first. · 먼저 건너뛸 행 수입니다.
order · desc is newest first, asc oldest first. · desc는 최신순, asc는 오래된 순입니다.
span · The length of one interval, such as 10m. · 10m처럼 한 구간의 길이입니다.
type · Which rows without a match to keep. · 짝이 없는 행 중 무엇을 남길지 정합니다.
field · The field to read. The default of parse commands is line. · 읽을 필드입니다. 파싱 명령은 따로 지정하지 않으면 line을 읽습니다.
overlay · Whether to keep the other fields. · 기존 필드를 유지할지 정합니다.
pairdelim · The delimiter between pairs. · 쌍과 쌍 사이의 구분자입니다.
kvdelim · The delimiter between a key and its value. · 키와 값 사이의 구분자입니다.
delimiter · The delimiter between values. · 값 사이의 구분자입니다.
over · The time span over which to spread the repetitions. · 반복을 이 시간에 걸쳐 나눕니다.
output · The field to write. The default is _json. · 쓸 필드입니다. 기본값은 _json입니다.
op · The action on the lookup: list is the default. · 조회표에 할 작업입니다. 기본은 list입니다.
name · The name of the lookup. · 조회 테이블의 이름입니다.
key · The field with the key. · 키가 들어 있는 필드입니다.
count · The number of repetitions. · 횟수입니다.
parallel · Whether to use several cores. · 여러 코어를 쓸지 정합니다.
window · How long to read rows that arrive from now on, such as 10m. · 지금부터 도착하는 행을 읽을 시간입니다. 예: 10m.
tt · Whether to split terms as the index does. · 검색어를 인덱스와 같은 방식으로 나눌지 정합니다.
engine · The regular expression engine. · 정규식 엔진입니다.
debug · Whether to add the engine that was used as _engine. · 사용한 엔진을 _engine으로 추가할지 정합니다.
flatten · Whether to join nested names with _. · 중첩된 이름을 _로 이을지 정합니다.
lenient · Whether to read text that was cut off. · 끝이 잘린 텍스트도 읽을지 정합니다.
cutoff · The number of characters to read. · 읽을 문자 수입니다.
strict · Whether to read as RFC 4180 says. · RFC 4180대로 읽을지 정합니다.
tab · Whether a tab separates values. · 탭으로 값을 나눌지 정합니다.
core · The number of cores. · 코어 수입니다.
label · The value of the group fields in total rows. · 합계 행에서 그룹 필드의 값입니다.
create · Whether to create the table if it does not exist. · 테이블이 없으면 만들지 정합니다.
_sk · The field with the sort key. · 정렬 키가 있는 필드입니다.
topic · The topic of the event contexts. · 이벤트 컨텍스트의 토픽입니다.
dynamic · Whether the rows name the topic and its limits. · 토픽과 한도를 행에서 가져올지 정합니다.
expire · How long a context lives after its creation, such as 1h. · 컨텍스트를 만든 뒤 유지하는 시간입니다(예: 1h).
timeout · How long to wait at most. · 기다리는 최대 시간입니다.
maxrows · The number of rows to keep. · 보관할 행의 수입니다.
all · Whether to drop those of all topics. · 모든 토픽을 버릴지 정합니다.
cs · The character set. · 문자 집합입니다.
maxcol · The largest number of columns. · 열의 최대 개수입니다.
rest · Whether to keep surplus columns in _rest. · 남는 열을 _rest에 둘지 정합니다.
brex · A pattern for the first line of a record. · 레코드의 첫 줄을 찾는 정규식입니다.
erex · A pattern for the last line of a record. · 레코드의 마지막 줄을 찾는 정규식입니다.
df · The format of the date, for _time. · _time으로 읽을 날짜의 형식입니다.
dp · A pattern with a group that finds the date. · 날짜를 찾는 그룹이 있는 정규식입니다.
forward · Whether to pass the incoming rows to the streams. · 들어오는 행을 스트림 쿼리로 넘길지 정합니다.
raw · Whether to return the originals. · 원본을 그대로 돌려줄지 정합니다.
guid · The identifier. · 식별자입니다.
period · The length of the season. · 계절 주기의 길이입니다.
seed · The seed of random numbers. · 난수의 시드입니다.
time · The field with the time. · 시각이 들어 있는 필드입니다.
sample · The number of rows of a sample. · 표본의 행 수입니다.
size · The number of trees. · 트리의 개수입니다.
model · The name of a model. · 모델의 이름입니다.
k · The number of groups or neighbors. · 군집이나 이웃의 개수입니다.
iter · The largest number of iterations. · 반복의 최대 횟수입니다.
ns · The address of the DNS server. · DNS 서버의 주소입니다.
cache · The size of the cache. · 캐시의 크기입니다.
table · The table; for insert, the field with its name. · 테이블입니다. insert에서는 이름이 든 필드입니다.
path · A folder or file of the server. · 서버의 폴더나 파일입니다.
tables · The tables, in quotes. · 따옴표로 묶은 테이블 목록입니다.
indexpath · A folder of the server for the indexes. · 인덱스를 둘 서버의 폴더입니다.
incremental · Whether to copy only what is new. · 새로운 것만 복사할지 정합니다.
overwrite · Whether to replace existing files. · 기존 파일을 바꿀지 정합니다.
worm · Whether to copy to storage that is written once. · 한 번만 쓰는 저장소에 복사할지 정합니다.
move · Whether to delete the source. · 원본을 지울지 정합니다.
append · Whether to append to existing files. · 기존 파일 뒤에 덧붙일지 정합니다.
bom · Whether to begin with a byte order mark. · 바이트 순서 표시로 시작할지 정합니다.
encoding · The character set. · 문자 집합입니다.
flush · How often to write what waits, such as 10s. · 대기 중인 내용을 쓰는 주기입니다(예: 10s).
tmp · A file that is written first, and moved at the end. · 먼저 쓰고 끝에 옮길 파일입니다.
partition · Whether the path has macros such as {logtime:yyyyMMdd}. · 경로에 {logtime:yyyyMMdd} 같은 매크로가 있는지 정합니다.
gz · Whether to compress. · 압축할지 정합니다.
bypass · A condition on the row to run no SQL for it. · SQL을 실행하지 않을 행의 조건입니다.
batchsize · The number of rows per batch. · 한 번에 처리할 행의 수입니다.
database · The name of the database. · 데이터베이스의 이름입니다.
rowretry · Whether to retry a failed batch row by row. · 실패한 배치를 한 행씩 다시 쓸지 정합니다.
stoponfail · Whether to stop on an error. · 오류가 나면 멈출지 정합니다.
url · The address; it may be a parameter. · 주소입니다. 매개 변수로 줄 수 있습니다.
method · The HTTP method. · HTTP 메서드입니다.
auth · The account, as ID:PASSWORD. · ID:비밀번호 형식의 계정입니다.
header · The field with a map of headers. · 헤더의 맵이 들어 있는 필드입니다.
body · The field with the body. · 본문이 들어 있는 필드입니다.
format · The format of the data. · 데이터의 형식입니다.
selector · A CSS selector for the elements to return. · 돌려줄 요소의 CSS 선택자입니다.
fields · The fields, separated by commas. · 쉼표로 구분한 필드입니다.
multisession · Whether to use several sessions. · 여러 세션을 쓸지 정합니다.
maxsession · The largest number of sessions. · 세션의 최대 개수입니다.
compression_type · What to compress. · 압축 단위입니다.
key_type · The type of the key. · 키의 유형입니다.
key_field · The field with the key. · 키가 들어 있는 필드입니다.
value_type · The type of the value. · 값의 유형입니다.
value_field · The field with the value. · 값이 들어 있는 필드입니다.
xpath · The nodes to select. · 선택할 노드입니다.
device · The network interface. · 네트워크 인터페이스입니다.
pps · The number of packets per second. · 초당 패킷 수입니다.
locale · The language of the texts. · 문구의 언어입니다.
degree · The degree of the polynomial. · 다항식의 차수입니다.
eps · The smallest distance. · 최소 거리입니다.
target · The field to guess. · 추정할 필드입니다.
numeric · Whether to count numbers, too. · 숫자도 셀지 정합니다.
threshold · The smallest value. · 최솟값입니다.
html · Whether the message is HTML. · 메시지가 HTML인지 정합니다.
dst · The address to send to. · 보낼 주소입니다.
port · The port, or the field with it. · 포트 또는 포트가 든 필드입니다.
pri · The priority of the messages. · 메시지의 우선순위 값입니다.
src · The address to send from. · 보내는 주소입니다.
framing · How messages are separated. · 메시지를 나누는 방법입니다.
strip · Whether to remove HTML. · HTML 태그를 지울지 정합니다.
trace · Whether to return valid blocks, too. · 정상 블록도 돌려줄지 정합니다.
base · The name of the agent. · 에이전트의 이름입니다.
company · The company of the addresses. · 주소가 속한 회사입니다.
invert · Whether to keep the other rows instead. · 반대로 맞지 않는 행을 남길지 정합니다.
verify · Whether to check that the group exists. · 그룹이 있는지 확인할지 정합니다.
tag · Whether to add the result instead of dropping rows. · 행을 버리지 않고 결과를 추가할지 정합니다.
protocol · The field with the protocol. · 프로토콜이 들어 있는 필드입니다.
template · The template of the report. · 보고서의 서식입니다.
mailto · The address to send to. · 보낼 메일 주소입니다.
sep · The delimiter between values. · 값 사이의 구분자입니다.
zipcharset · The character set of names in the ZIP archive. · ZIP 파일 안 이름의 문자 집합입니다.
zippath · The ZIP archive with the path. · 경로가 들어 있는 ZIP 파일입니다.
ignore-error · Whether to continue after an error. · 오류가 나도 계속할지 정합니다.
md5 · Whether to add the MD5 digest. · MD5 해시를 추가할지 정합니다.
`;

/** By name: English, then Korean. */
export const optionTexts: ReadonlyMap<string, readonly [string, string]> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', english = '', korean = ''] = line.split(' · ');
      return [name, [english, korean]] as const;
    }),
);
