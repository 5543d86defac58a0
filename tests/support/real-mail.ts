// A real mail server (Exim) that makes real reports of what it cannot deliver, and a real mailbox (Dovecot) in which they
// arrive. Both are Debian's, on loopback, with folders of their own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

const exim = '/usr/sbin/exim4';
const dovecot = '/usr/sbin/dovecot';

/** False: they run. Exim gives up its rights for each delivery, so only root may start it. */
export const noRealMail: string | false = [exim, dovecot].every((program) => existsSync(program))
  ? process.getuid?.() !== 0 && 'only root may start Exim and Dovecot here'
  : 'there is no Exim or no Dovecot: apt-get install exim4-daemon-light dovecot-imapd';

export interface RealMail {
  readonly smtpUrl: string;
  readonly imapUrl: string;
  /** What arrived for people, whole. */
  arrived(): readonly string[];
  /** How many emails lie in a folder of the mailbox. */
  countIn(folder: string): number;
  /** Puts an email into the mailbox, as somebody would have sent it. */
  drop(email: string): void;
  stop(): Promise<void>;
}

/** To whom nothing can be delivered, who is full, and who gets it. */
export const receivers = { gone: 'who@gone.test', full: 'who@full.test', there: 'who@there.test' } as const;
export const bounceDomain = 'bounces.test';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

export async function startRealMail(): Promise<RealMail> {
  const home = mkdtempSync(join(tmpdir(), 'tenor-mail-'));
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const owner = ownerOf('Debian-exim');
  for (const name of ['spool', 'box', 'people', 'run', 'state']) mkdirSync(join(home, name));
  for (const name of ['spool', 'box', 'people']) chownSync(join(home, name), owner.uid, owner.gid);
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'exim.conf'), eximConf(home, smtpPort));
  writeFileSync(join(home, 'dovecot.conf'), dovecotConf(home, imapPort, owner));
  const children = [
    spawn(exim, ['-C', join(home, 'exim.conf'), '-bdf', '-q1s', '-oP', join(home, 'exim.pid')], { stdio: 'ignore' }),
    spawn(dovecot, ['-F', '-c', join(home, 'dovecot.conf')], { stdio: 'ignore' }),
  ];
  await eventually('both mail servers answer', async () => (await answers(smtpPort)) && (await answers(imapPort)));
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    imapUrl: `imap://bounces:any@127.0.0.1:${imapPort}/INBOX`,
    arrived: () => filesIn(join(home, 'people')).map((file) => readFileSync(file, 'utf8')),
    countIn: (folder) => filesIn(join(home, 'box', folder === 'INBOX' ? '' : `.${folder}`)).length,
    drop(email) {
      const file = join(home, 'box', 'new', `${filesIn(join(home, 'box')).length + 1}.dropped.host`);
      for (const name of ['new', 'cur', 'tmp']) {
        mkdirSync(join(home, 'box', name), { recursive: true });
        chownSync(join(home, 'box', name), owner.uid, owner.gid);
      }
      writeFileSync(file, email.replaceAll('\n', '\r\n'));
      chownSync(file, owner.uid, owner.gid);
    },
    async stop() {
      await Promise.all(children.map(ended));
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const filesIn = (folder: string): string[] =>
  ['new', 'cur'].flatMap((name) => {
    const path = join(folder, name);
    return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : [];
  });

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

function ownerOf(name: string): Owner {
  const [, , uid, gid] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' }).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve(socket.bytesRead > 0));
    socket.once('error', () => {});
  });

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await over;
}

const eximConf = (home: string, port: number): string => `primary_hostname = mx.test
spool_directory = ${home}/spool
log_file_path = ${home}/spool/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
dsn_advertise_hosts = *
acl_smtp_rcpt = accept
acl_smtp_data = accept
qualify_domain = mx.test
smtp_accept_max = 50
# With a configuration of its own it has no other rights than these.
deliver_drop_privilege
queue_run_max = 2
begin acl
begin routers
bounces:
  driver = accept
  domains = ${bounceDomain}
  transport = box
gone:
  driver = redirect
  domains = gone.test
  allow_fail
  data = :fail: no such person here
full:
  driver = redirect
  domains = full.test
  allow_defer
  allow_fail
  data = :fail: 452 4.2.2 the mailbox is full
people:
  driver = accept
  transport = people
begin transports
box:
  driver = appendfile
  directory = ${home}/box
  maildir_format
  create_directory
  envelope_to_add
  return_path_add
people:
  driver = appendfile
  directory = ${home}/people
  maildir_format
  create_directory
  envelope_to_add
  return_path_add
begin retry
* * F,10s,1s
`;

const dovecotConf = (home: string, port: number, { uid, gid }: Owner): string => `base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${home}/box
default_internal_user = dovecot
default_login_user = dovenull
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${home}
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
