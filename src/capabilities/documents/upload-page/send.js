// Runs in the borrower's browser: sends each file in slices, one file after the other. When the connection is lost it
// waits, asks how much has come, and goes on from there; after the page was closed, once the file is chosen again.

const { linkId, bytesMax, size, sliceBytes, said, ...begun } = JSON.parse(
  document.getElementById('settings').textContent,
);
const at = (id) => document.getElementById(id);
const base = `${location.pathname.replace(/\/$/, '')}/documents`;
const keptAs = `upload ${linkId}`;
const keptMs = 23 * 3_600_000;
const waitsMs = [1_000, 2_000, 5_000, 10_000, 20_000];

let sliceLength = sliceBytes.most;
let isSending = false;
const waiting = [];
const entries = [];

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/**
 * What was begun and not ended, so that it can go on after the page was closed; and documents whose file was refused,
 * which take another file. A browser may keep nothing.
 */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(keptAs) ?? '[]').filter(({ since }) => Date.now() - since < keptMs);
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    if (all.length === 0) localStorage.removeItem(keptAs);
    else localStorage.setItem(keptAs, JSON.stringify(all));
  } catch {
    // Then it cannot go on after the page is closed, and works all the same.
  }
}

const described = ({ name, size: bytes, lastModified }) => ({ name, bytes, lastModified });
const isSame = (one, file) => JSON.stringify(one.file) === JSON.stringify(described(file));
const unfinished = () => kept().filter(({ file }) => file !== null);
const spares = () => kept().filter(({ file }) => file === null);
const keptBefore = (file) => kept().find((one) => isSame(one, file));
const forget = (sendId) => keep(kept().filter((one) => one.sendId !== sendId));
const note = (sendId, file) => {
  forget(sendId);
  keep([...kept(), { sendId, file, since: Date.now() }]);
};

/** How many more files are taken. */
let left = begun.left + spares().length;

/** What the service refused for good, with the sentence to show. */
class Refused extends Error {
  constructor(text, { canTryAgain = false, isOfFile = false }) {
    super(text);
    this.canTryAgain = canTryAgain;
    this.isOfFile = isOfFile;
  }
}

const sentences = {
  BodyTooLarge: filled(said.tooLarge, { size }),
  UnsupportedMediaType: said.wrongType,
  UploadLinkEnded: said.ended,
  NotFound: said.ended,
  ContentIsFinal: said.isFinal,
  NoRoom: said.ended,
};

/** Lost connections, and answers that ask to come back later, are not refusals. */
const comesBack = (status) => status === 0 || status === 408 || status === 423 || status === 429 || status >= 500;

function ask(method, url, { body, type, onProgress } = {}) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (type !== undefined) request.setRequestHeader('content-type', type);
    if (onProgress !== undefined) request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onloadend = () => {
      let answer;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        answer = {};
      }
      resolve({ status: request.status, body: answer });
    };
    request.send(body);
  });
}

/** Waits until it is worth another try: for the connection, or a little longer each time. */
function pause(tries) {
  return new Promise((resolve) => {
    const timer = setTimeout(end, waitsMs[Math.min(tries, waitsMs.length - 1)]);
    addEventListener('online', end);
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    }
  });
}

function refusedBy({ body: { errorType } }) {
  const isOfFile = ['BodyTooLarge', 'UnsupportedMediaType'].includes(errorType);
  return new Refused(sentences[errorType] ?? said.failed, { canTryAgain: !(errorType in sentences), isOfFile });
}

/** Asks until there is an answer that says something. */
async function persistently(entry, method, url, options) {
  for (let tries = 0; ; tries++) {
    const answer = await ask(method, url, options);
    if (!comesBack(answer.status)) return answer;
    entry.show(answer.status === 0 ? said.offline : said.busy);
    await pause(tries);
  }
}

/** An answer that is lost may have made a document. Named by what we draw, it is made once however often we ask. */
const newSendId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function documentFor(entry) {
  const { file, sendId } = entry;
  const body = JSON.stringify({ fileName: file.name.slice(0, 255), sendId });
  const answer = await persistently(entry, 'POST', base, { type: 'application/json', body });
  if (answer.status === 201) return answer.body.id;
  throw refusedBy(answer);
}

/** Which document a file is sent as: the one that was begun with it, one whose file was refused, or a new one. */
function sendIdFor(file) {
  const before = keptBefore(file);
  if (before !== undefined) return before.sendId;
  const sendId = spares()[0]?.sendId ?? newSendId();
  note(sendId, described(file));
  left -= 1;
  return sendId;
}

async function progressOf(entry, url) {
  const answer = await persistently(entry, 'GET', url);
  if (answer.status !== 200) throw refusedBy(answer);
  return answer.body;
}

async function sendSlices(entry, url) {
  const { file } = entry;
  let { offset, hasContent } = await progressOf(entry, url);
  entry.sent(offset, false);
  for (let tries = 0; !hasContent; ) {
    const slice = file.slice(offset, offset + sliceLength);
    const isLast = offset + slice.size === file.size;
    const answer = await ask('PATCH', `${url}?offset=${offset}&length=${file.size}`, {
      body: slice,
      type: file.type || 'application/octet-stream',
      onProgress: (bytes) => entry.sent(offset + bytes, isLast && bytes >= slice.size),
    });
    if (answer.status === 200) {
      tries = 0;
      offset = answer.body.offset;
      hasContent = answer.body.sha256 !== null;
    } else if (answer.status === 409 && answer.body.errorType === 'WrongOffset') {
      ({ offset, hasContent } = await progressOf(entry, url));
    } else if (comesBack(answer.status)) {
      // A short slice gets through where a long one does not.
      if (answer.status === 0) sliceLength = Math.max(sliceBytes.least, sliceLength / 2);
      entry.show(answer.status === 0 ? said.offline : said.busy);
      await pause(tries++);
      ({ offset, hasContent } = await progressOf(entry, url));
    } else {
      throw refusedBy(answer);
    }
  }
}

function entryOf(file) {
  const item = document.createElement('li');
  const name = document.createElement('div');
  const bar = document.createElement('progress');
  const state = document.createElement('p');
  name.className = 'name';
  state.className = 'state';
  name.textContent = file.name;
  bar.max = file.size;
  bar.value = 0;
  bar.setAttribute('aria-label', file.name);
  item.append(name, bar, state);
  at('list').append(item);
  at('section').hidden = false;
  const show = (text) => {
    state.textContent = text;
  };
  show(said.waiting);
  const entry = {
    file,
    sendId: undefined,
    show,
    begin() {
      item.className = '';
      item.querySelector('button')?.remove();
    },
    sent(bytes, isWhole) {
      bar.value = Math.min(bytes, file.size);
      show(isWhole ? said.checking : filled(said.sending, { percent: Math.floor((100 * bytes) / file.size) }));
    },
    end(text, isRight, again) {
      item.className = isRight ? 'is-done' : 'is-wrong';
      if (isRight) bar.value = file.size;
      show(text);
      tell(`${file.name}: ${text}`);
      if (again === undefined) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = said.again;
      button.onclick = again;
      item.append(button);
    },
  };
  entries.push(entry);
  return entry;
}

/** What a screen reader hears. */
const tell = (text) => {
  at('heard').textContent = text;
};

function showLeft() {
  const isOpen = left > 0 || unfinished().length > 0;
  const none = isOpen ? '' : said.leftNone;
  at('left').textContent = left === 1 ? said.leftOne : left === 0 ? none : filled(said.left, { count: left });
  document.querySelector('.choices').hidden = !isOpen;
}

function showUnfinished() {
  const waitsForFile = unfinished().find(({ sendId }) => !entries.some((entry) => entry.sendId === sendId));
  at('said').textContent = waitsForFile === undefined ? '' : filled(said.resume, { name: waitsForFile.file.name });
}

async function send(entry) {
  entry.begin();
  try {
    const url = `${base}/${await documentFor(entry)}/content`;
    await sendSlices(entry, url);
    forget(entry.sendId);
    entry.end(said.done, true);
    watchScan(entry, url);
  } catch (error) {
    if (error.canTryAgain) entry.end(error.message, false, () => enqueue(entry));
    else {
      giveUp(entry, error);
      entry.end(error.message, false);
    }
  }
  showLeft();
}

/** A scanner looks at the file while the next ones are sent. What it finds something in is gone, and is sent anew. */
async function watchScan(entry, url) {
  for (let tries = 0; ; tries++) {
    const { status, body } = await ask('GET', url);
    if (body.scanStatus === 'infected') {
      giveUp(entry, { isOfFile: true });
      entry.end(said.infected, false);
      return showLeft();
    }
    if (body.scanStatus === 'waiting') {
      if (tries === 0) entry.end(said.scanning, true);
    } else if (!comesBack(status)) {
      if (tries > 0) entry.end(said.done, true);
      return;
    }
    await pause(tries);
  }
}

/** The document of a file that is not taken takes another one, unless nothing is taken any more. */
function giveUp({ sendId }, { isOfFile }) {
  if (!isOfFile) return forget(sendId);
  note(sendId, null);
  left += 1;
}

async function enqueue(entry) {
  waiting.push(entry);
  if (isSending) return;
  isSending = true;
  while (waiting.length > 0) await send(waiting.shift());
  isSending = false;
}

/** The service tells the type by the bytes; what can be known before saves the way. */
const isOfKnownType = ({ type, name }) =>
  type === '' ||
  /^(application\/pdf|image\/(jpeg|png|hei[cf])|text\/(plain|csv|html))$/.test(type) ||
  /\.hei[cf]$/i.test(name);

function whyNot(file) {
  if (file.size === 0) return said.empty;
  if (file.size > bytesMax) return sentences.BodyTooLarge;
  return isOfKnownType(file) ? undefined : said.wrongType;
}

function take(files) {
  at('wrong').textContent = '';
  for (const file of files) {
    const why = whyNot(file);
    if (why !== undefined) {
      entryOf(file).end(why, false);
    } else if (left === 0 && keptBefore(file) === undefined) {
      at('wrong').textContent = said.tooMany;
    } else {
      const entry = entryOf(file);
      entry.sendId = sendIdFor(file);
      enqueue(entry);
    }
  }
  showLeft();
  showUnfinished();
}

for (const id of ['files', 'photo']) {
  at(id).addEventListener('change', ({ target }) => {
    take([...target.files]);
    target.value = '';
  });
}
addEventListener('beforeunload', (event) => {
  if (!isSending) return;
  event.preventDefault();
  event.returnValue = said.leave;
});
at('form').hidden = false;
at('form').addEventListener('submit', (event) => event.preventDefault());
showLeft();
showUnfinished();
