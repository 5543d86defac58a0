// A second reader, by widths in a row instead of positions, written from the document of the layout and nothing of ours.
// It is slow, takes the whole file, and only says which lines are not as they should be.

/** Key, width and kind: t text, n number, d date, x digits, r reserved, or what always stands there. */
const head = `
  rdw4n ident6=HEADER cycle2t innovisProgram10t equifaxProgram10t experianProgram5t transUnionProgram10t
  activityDate8d dateCreated8d programDate8d programRevisionDate8d reporterName40t reporterAddress96t
  reporterTelephone10x softwareVendor40t softwareVersion5t microBiltProgram10t r146`;

const first = `
  rdw4n ident1=1 stamp14x correction1t identification20t cycle2t account30t portfolio1t accountType2t dateOpened8d
  creditLimit9n highestCredit9n termsDuration3t termsFrequency1t scheduledPayment9n actualPayment9n status2t rating1t
  profile24t comment2t compliance2t balance9n pastDue9n chargeOff9n informationDate8d firstDelinquency8d dateClosed8d
  lastPayment8d interest1t r17 surname25t firstName20t middleName20t generation1t ssn9x birthDate8d telephone10x ecoa1t
  indicator2t country2t address1=32t address2=32t city20t state2t zip9t addressIndicator1t residence1t`;

const further: Readonly<Record<string, string>> = {
  J1: 'surname25t firstName20t middleName20t generation1t ssn9x birthDate8d telephone10x ecoa1t indicator2t r1',
  J2: `surname25t firstName20t middleName20t generation1t ssn9x birthDate8d telephone10x ecoa1t indicator2t country2t
    address1=32t address2=32t city20t state2t zip9t addressIndicator1t residence1t r2`,
  K1: 'name30t classification2t',
  K2: 'indicator1t name30t r1',
  K3: 'agency2t account18t identification18t',
  K4: 'indicator2t deferredStart8d balloonDate8d balloonAmount9n r1',
  L1: 'indicator1t account30t identification20t r1',
  N1: 'employer30t address1=32t address2=32t city20t state2t zip9t occupation18t r1',
};

const lastTotals = `DF j1 j2 blocks DA s05 s11 s13 s61 s62 s63 s64 s65 s71 s78 s80 s82 s83 s84 s88 s89 s93 s94 s95 s96 s97
  ecoaZ n1 k1 k2 k3 k4 l1 ssns ssnsOfBase ssnsOfJ1 ssnsOfJ2 births birthsOfBase birthsOfJ1 birthsOfJ2 telephones`;

type Said = Record<string, string | number | null>;

interface NaiveAccount {
  readonly base: Said;
  readonly j1: Said[];
  readonly j2: Said[];
  readonly [segment: string]: Said | Said[] | null;
}

interface NaiveFile {
  header: Said | undefined;
  readonly accounts: NaiveAccount[];
  totals: Said | undefined;
  /** The numbers of the lines that are not as they should be. */
  readonly broken: Set<number>;
}

class Tape {
  private at = 0;
  isRight = true;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  next(width: number): string {
    const piece = this.text.slice(this.at, this.at + width);
    this.at += width;
    if (piece.length < width) this.isRight = false;
    return piece;
  }

  read(form: string): Said {
    const said: Said = {};
    for (const word of form.trim().split(/\s+/)) {
      const must = /^ident(\d+)=(\w+)$/.exec(word);
      const gap = /^r(\d+)$/.exec(word);
      if (must !== null) this.mustBe(this.next(Number(must[1])) === must[2]);
      else if (gap !== null) this.mustBe(this.next(Number(gap[1])).trim() === '');
      else {
        const [, key, width, kind] = /^([a-zA-Z]+\d?(?==)|[a-zA-Z]+)=?(\d+)([tndx])$/.exec(word) as RegExpExecArray;
        const value = this.valueOf(this.next(Number(width)), String(kind));
        if (key !== 'rdw') said[String(key)] = value;
      }
    }
    return said;
  }

  private valueOf(piece: string, kind: string): string | number | null {
    if (kind === 't') {
      this.mustBe(!/^ +[^ ]/.test(piece));
      return piece.trim();
    }
    const isDigits = [...piece].every((letter) => letter >= '0' && letter <= '9');
    this.mustBe(isDigits);
    if (kind === 'n') return isDigits ? Number.parseInt(piece, 10) : 0;
    if (kind === 'x') return Number(piece) === 0 ? '' : piece.trim();
    return this.day(piece);
  }

  private day(piece: string): string | null {
    if (piece === '00000000') return null;
    const text = `${piece.slice(4)}-${piece.slice(0, 2)}-${piece.slice(2, 4)}`;
    const day = new Date(`${text}T00:00:00Z`);
    const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && !text.startsWith('0000');
    this.mustBe(isDay);
    return isDay ? text : null;
  }

  mustBe(isSo: boolean): void {
    if (!isSo) this.isRight = false;
  }
}

function accountIn(tape: Tape): NaiveAccount {
  const account: { base: Said; j1: Said[]; j2: Said[]; [segment: string]: Said | Said[] | null } = {
    base: tape.read(first),
    j1: [],
    j2: [],
    k1: null,
    k2: null,
    k3: null,
    k4: null,
    l1: null,
    n1: null,
  };
  while (!tape.isDone) {
    const name = tape.next(2);
    const form = further[name];
    tape.mustBe(form !== undefined);
    if (form === undefined) break;
    if (name[0] === 'J') tape.mustBe(tape.next(1) === ' ');
    const said = tape.read(form);
    const key = name.toLowerCase();
    if (key === 'j1' || key === 'j2') account[key].push(said);
    else account[key] ??= said;
  }
  return account;
}

/** Lines, each ended by a line feed. */
export function readText(text: string): NaiveFile {
  const file: NaiveFile = { header: undefined, accounts: [], totals: undefined, broken: new Set() };
  const lines = text.split('\n').slice(0, -1);
  lines.forEach((line, i) => {
    const tape = new Tape(line);
    tape.mustBe(Number(line.slice(0, 4)) === line.length && line.length >= 426);
    tape.mustBe([...line].every((letter) => letter >= ' ' && letter <= '~' && !(letter >= 'a' && letter <= 'z')));
    if (line.slice(4, 10) === 'HEADER') file.header ??= tape.read(head);
    else if (line.slice(4, 11) === 'TRAILER') {
      const totals = lastTotals.trim().split(/\s+/);
      const { records = null } = tape.read('rdw4n ident7=TRAILER records9n r9');
      file.totals = { records };
      for (const key of totals) file.totals[key] = tape.read('total9n').total as number;
      tape.read('r19');
    } else file.accounts.push(accountIn(tape));
    if (!tape.isRight) file.broken.add(i + 1);
  });
  return file;
}
