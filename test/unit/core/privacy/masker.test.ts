import assert from 'node:assert/strict';
import { Masker, holdsMask } from '../../../../src/core/privacy/masker';
import { sensitiveColumn } from '../../../../src/core/privacy/sensitiveColumns';

describe('The masker', () => {
  it('masks all values of a sensitive field in a list of a query, however short', () => {
    const masker = new Masker({ columns: ['badge'] });
    assert.equal(
      masker.text('search in(user, "jk", "김수", "a \\"b\\"") and in(badge, "7") and in(action, "ok")'),
      'search in(user, "user1-masked", "user2-masked", "user3-masked") and in(badge, "value4-masked") and in(action, "ok")',
    );
  });

  it('recognizes sensitive columns by their names, in any spelling', () => {
    const kinds: Readonly<Record<string, string | undefined>> = {
      user: 'user',
      TargetUserName: 'user',
      login_name: 'user',
      'subject.account': 'user',
      사용자: 'user',
      src_ip: 'ip',
      sourceIPAddress: 'ip',
      remote_addr: 'ip',
      mail_address: 'mail',
      host: 'host',
      ComputerName: 'host',
      host_ip: 'ip',
      password: 'value',
      userPassword: 'value',
      access_token: 'value',
      'X-API-Key': 'value',
      apikey: 'value',
      'values(client.secret)': 'value',
      'Set-Cookie': 'value',
      비밀번호: 'value',
      PasswordLastSet: undefined,
      prompt_tokens: undefined,
      token_type: undefined,
      tokenizer: undefined,
      key: undefined,
      user_agent: undefined,
      ip_version: undefined,
      dst_port: undefined,
      line: undefined,
      status: undefined,
      description: undefined,
      'count(status)': undefined,
      'values(user)': 'user',
      'count(user)': 'user',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(kinds).map((name) => [name, sensitiveColumn(name)?.kind])),
      kinds,
    );
  });

  it('distinguishes identifying numbers from counts by the name of the column', () => {
    const masksNumbers = (name: string): boolean | undefined => sensitiveColumn(name)?.masksNumbers;
    for (const name of ['user', 'see note(user)', 'dc(user) at'])
      assert.equal(masksNumbers(name), true, name);
    for (const name of [' dc(user) ', 'dc(user\nname)', 'login_hosts', 'emails', 'ips', 'accounts'])
      assert.equal(masksNumbers(name), false, name);
    assert.equal(sensitiveColumn('clientIP')?.kind, 'ip');
  });

  it('matches columns of the setting literally, inside of a function too', () => {
    const isNamed = (name: string): boolean => sensitiveColumn(name, ['cost.usd'])?.kind === 'value';
    assert.deepEqual(['cost.usd', 'sum(Cost.USD)', 'costXusd', 'costusd'].map(isNamed), [
      true,
      true,
      false,
      false,
    ]);
    assert.equal(sensitiveColumn('case\nnumber', ['case*'])?.kind, 'value');
    assert.equal(sensitiveColumn('sum(cost)', ['sum(*)'])?.kind, 'value');
    assert.deepEqual([new Masker({ columns: ['x'] }).columns, new Masker().columns], [['x'], []]);
  });

  it('masks the columns of the setting, numbers too', () => {
    const masker = new Masker({ columns: ['case_*', 'Salary'] });
    assert.deepEqual(masker.row({ case_no: 4711, salary: 5_000, open: true, other: 'x' }), {
      case_no: 'value1-masked',
      salary: 'value2-masked',
      open: true,
      other: 'x',
    });
  });

  it('masks a value in the same way everywhere', () => {
    const masker = new Masker();
    assert.deepEqual(
      masker.row({ user: 'jkim', src_ip: '10.20.1.7', line: 'src=10.20.1.7:443 jkim logged on' }),
      {
        user: 'user1-masked',
        src_ip: 'ip2-masked',
        line: 'src=ip2-masked:443 user1-masked logged on',
      },
    );
    assert.equal(masker.text('again 10.20.1.7'), 'again ip2-masked');
  });

  it('keeps counts of sensitive things, and masks lists of them', () => {
    const masker = new Masker();
    assert.deepEqual(
      masker.row({ 'dc(user)': 12, hosts: 4, 'values(user)': ['jkim', 'slee', 7], count: 3 }),
      { 'dc(user)': 12, hosts: 4, 'values(user)': ['user1-masked', 'user2-masked', 7], count: 3 },
    );
    assert.deepEqual(masker.row({ users: { new: 2, names: ['slee'] } }), {
      users: { new: 2, names: ['user2-masked'] },
    });
  });

  it('masks inside maps and lists of records', () => {
    const masker = new Masker();
    assert.deepEqual(masker.row({ params: { login_name: 'jkim', list: [{ ip: '10.0.0.1' }], port: 1 } }), {
      params: { login_name: 'user1-masked', list: [{ ip: 'ip2-masked' }], port: 1 },
    });
  });

  const texts: readonly (readonly [string, string])[] = [
    ['mail to kim.lee@corp.example.com now', 'mail to mail1-masked now'],
    ['from 2001:db8::1 and fe80::1ff:fe23:4567:890a', 'from ip1-masked and ip2-masked'],
    ['at 12:34:56 it took 1:02', 'at 12:34:56 it took 1:02'],
    ['{"eventName":"GetObject","user":"slee"}', '{"eventName":"GetObject","user":"user1-masked"}'],
    ['user=slee action=deny', 'user=user1-masked action=deny'],
    [
      'Failed password for invalid user oracle from 203.0.113.9',
      'Failed password for invalid user user1-masked from ip2-masked',
    ],
    [
      'opened C:\\Users\\slee\\a.txt and /home/jkim/.ssh',
      'opened C:\\Users\\user1-masked\\a.txt and /home/user2-masked/.ssh',
    ],
    ['CORP\\slee ran C:\\Windows\\System32\\cmd.exe', 'user1-masked ran C:\\Windows\\System32\\cmd.exe'],
    ['https://intra.corp.local/x and powershell.exe', 'https://host1-masked/x and powershell.exe'],
    ['db1.seoul.example.com answered', 'host1-masked answered'],
    ['mac 00:1a:2b:3c:4d:5e', 'mac host1-masked'],
    ['version 10.2.3 of app.js, 42.5 %', 'version 10.2.3 of app.js, 42.5 %'],
    ['build 1.2.3.4.5 and 10.0.0.1234', 'build 1.2.3.4.5 and 10.0.0.1234'],
    ['user=kim@corp.example.com left', 'user=mail1-masked left'],
    ['user=us', 'user=user1-masked'],
    ['S of user=slee and user=jkim.', 'S of user=user1-masked and user=user2-masked'],
    ['user=- status=200', 'user=- status=200'],
    ['search user == "slee" or host != "ws1"', 'search user == "user1-masked" or host != "host2-masked"'],
    ['계정: 홍길동', '계정: user1-masked'],
    ['to https://kim:secret@siem:8443/x', 'to https://user1-masked@host2-masked:8443/x'],
  ];
  it('finds people, addresses and machines in free text, and nothing else', () => {
    for (const [text, expected] of texts) assert.equal(new Masker().text(text), expected);
  });

  it('reveals the values of masks', () => {
    const masker = new Masker();
    masker.row({ user: 'jkim', src_ip: '10.0.0.1' });
    assert.equal(masker.reveal('search user == "user1-masked"'), 'search user == "jkim"');
    assert.deepEqual(masker.unknownNames('user1-masked ip9-masked'), ['ip9-masked']);
  });

  it('masks typed text: known values as a whole, and sensitive parts of other text', () => {
    const masker = new Masker();
    masker.name('user', 'jkim');
    assert.deepEqual(
      ['jkim', 'jkim left', 'at 10.0.0.1'].map((text) => masker.typed(text)),
      ['user1-masked', 'user1-masked left', 'at ip2-masked'],
    );
  });

  it('numbers values up to a limit, and gives all others the same mask', () => {
    const masker = new Masker({ maxValues: 1 });
    assert.deepEqual(
      ['a11', 'b22', 'a11', 'c33'].map((user) => masker.value('user', user)),
      ['user1-masked', 'user-masked', 'user1-masked', 'user-masked'],
    );
  });

  it('is quick on long lines that nearly match', () => {
    for (const piece of ['a.', 'user', '1.', 'a:', '\\\\', 'x@', 'user= ', 'a-']) {
      const line = piece.repeat(20_000 / piece.length);
      assert.equal(typeof new Masker().text(line), 'string');
    }
  });

  it('masks hundreds of thousands of characters, and each address everywhere', () => {
    const count = 40_000;
    const address = (index: number): string => `10.${(index >> 8) & 255}.${index & 255}.7`;
    const numbers = Array.from({ length: count }, (_, index) => index % 20_000);
    const text = numbers.map((index) => `${address(index)} user=kim kim`).join(' ');
    const masked = numbers.map(
      (index) => `ip${index === 0 ? 1 : index + 2}-masked user=user2-masked user2-masked`,
    );
    assert.ok(new Masker().text(text) === masked.join(' '));
  });

  it('does not mask an ordinary word after a key', () => {
    for (const title of [
      'Logins by user and host',
      'Login: too many attempts',
      'User: new accounts',
      'Account: locked out',
      'Host: disk full',
      'for user without a password',
      '“user=*” is the condition',
      'host:port',
    ]) {
      assert.equal(new Masker().text(title), title);
    }
    assert.equal(new Masker().text('“user=kim” ran'), '“user=user1-masked” ran');
    assert.equal(new Masker().text('user=newman, by user andy'), 'user=user1-masked, by user user2-masked');
  });

  it('masks known values in the strings of a query', () => {
    const masker = new Masker();
    for (const name of ['kim.lee', 'kim', 'ab']) masker.name('user', name);
    const masked = (text: string): string => masker.text(text);
    assert.equal(masked('search "*kim.lee*" or "lee"'), 'search "*user1-masked*" or "lee"');
    assert.equal(masked('"kim" "kim*" "ab" kim'), '"user2-masked" "user2-masked*" "ab" kim');
    assert.equal(masked('{\\"who\\": \\"kim\\"}'), '{\\"who\\": \\"user2-masked\\"}');
  });

  it('masks a value again in the same text, unless it is too short', () => {
    const masked = (text: string): string => new Masker().text(text);
    assert.equal(masked('user=kim logged in, kim left'), 'user=user1-masked logged in, user1-masked left');
    assert.equal(masked('user=ab logged in, ab left'), 'user=user1-masked logged in, ab left');
    const row = (user: string): unknown => new Masker().row({ user, line: `${user} left` })['line'];
    assert.deepEqual(['kim', 'ab'].map(row), ['user1-masked left', 'ab left']);
    assert.equal(
      new Masker().row({ user: 'kim', line: 'S akim kimono kim' })['line'],
      'S akim kimono user1-masked',
    );
    assert.equal(new Masker().row({ user: 'k.m', line: 'kim k.m' })['line'], 'kim user1-masked');
  });

  it('masks further columns of a row, numbers too', () => {
    const more = new Map([
      ['alias', 'user'],
      ['code', 'value'],
    ] as const);
    assert.deepEqual(new Masker().row({ alias: 'kim', code: 7, other: 8 }, more), {
      alias: 'user1-masked',
      code: 'value2-masked',
      other: 8,
    });
  });

  it('keeps the numbers of a record of a known shape', () => {
    const record = { user: 'kim', ip: 7, owner: null, more: { host: 'db1' } };
    assert.deepEqual(new Masker().record(record), {
      user: 'user1-masked',
      ip: 7,
      owner: null,
      more: { host: 'host2-masked' },
    });
  });

  it('does not reveal user13-masked as user1-masked', () => {
    const masker = new Masker();
    for (let number = 1; number <= 12; number += 1) masker.name('user', `person${number}`);
    assert.equal(masker.reveal('user12-masked, user13-masked'), 'person12, user13-masked');
    assert.deepEqual(masker.unknownNames('user12-masked user13-masked user13-masked'), ['user13-masked']);
    assert.deepEqual(masker.unknownNames('person1'), []);
    assert.deepEqual(['at ip3-masked', 'masked', 'user-masked'].map(holdsMask), [true, false, true]);
  });
});
