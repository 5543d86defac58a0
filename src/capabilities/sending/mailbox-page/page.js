// Runs in the browser of whoever tries the service out: shows the messages of test mode as their receivers would see them.
// The key stays in the field, and is gone with the page.

const at = (id) => document.getElementById(id);
const ways = { email: 'email', text: 'text', voice: 'call', mail: 'letter' };
const outcomes = {
  delivered: 'It arrives',
  opened: 'It is opened',
  bounced: 'It comes back',
  complained: 'It is called spam',
  optedOut: 'Unsubscribe',
};
const onlyOfEmails = ['opened', 'complained', 'optedOut'];

function made(name, fields = {}, ...children) {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...children);
  return element;
}

function say(text, isWrong = false) {
  at('said').textContent = text;
  at('said').classList.toggle('wrong', isWrong);
}

/** Errors: what the service says of a refusal. */
async function ask(path, body) {
  const key = at('key').value.trim();
  const response = await fetch(`/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const { message } = await response.json().catch(() => ({}));
  throw new Error(message ?? `The service answered ${response.status}.`);
}

async function trying(work) {
  try {
    await work();
  } catch (error) {
    say(error.message, true);
  }
}

const timeOf = (instant) => made('time', { dateTime: instant, textContent: new Date(instant).toLocaleString() });

let last;

async function load(isMore) {
  const query = new URLSearchParams({ limit: '25' });
  if (at('to').value.trim() !== '') query.set('to', at('to').value.trim());
  if (at('channel').value !== '') query.set('channel', at('channel').value);
  if (isMore) query.set('startingAfter', last);
  const { data } = await (await ask(`/test-mailbox?${query}`)).json();
  if (!isMore) at('list').replaceChildren();
  at('list').append(...data.map(entry));
  last = data.at(-1)?.id ?? last;
  at('more').hidden = data.length < 25;
  const count = at('list').childElementCount;
  say(count === 0 ? 'No message was kept. They stay for seven days.' : `${count} message${count === 1 ? '' : 's'}`);
}

function entry(message) {
  const button = made(
    'button',
    { type: 'button' },
    made('span', { className: 'way', textContent: ways[message.channel] }),
    timeOf(message.createdAt),
    made('span', { className: 'to', textContent: message.to.split('\n')[0] }),
    made('strong', { textContent: message.subject ?? message.text }),
  );
  button.addEventListener('click', () => trying(() => open(message.id, button)));
  return made('li', {}, button);
}

async function open(id, button) {
  const { data: message } = await (await ask(`/test-mailbox/${id}`)).json();
  for (const one of document.querySelectorAll('#list button')) one.removeAttribute('aria-current');
  button.setAttribute('aria-current', 'true');
  at('shown').replaceChildren(...(await partsOf(message)));
  document.querySelector('main').classList.add('reads');
  // On a phone the list is not shown meanwhile.
  if (button.offsetParent === null) at('shown').scrollIntoView();
}

async function partsOf(message) {
  const back = made('button', { type: 'button', id: 'back', textContent: 'All messages' });
  back.addEventListener('click', () => document.querySelector('main').classList.remove('reads'));
  const content = { email: emailOf, text: bubbleOf, voice: bubbleOf, mail: letterOf }[message.channel](message);
  return [
    back,
    made('h2', { textContent: message.subject ?? `A ${ways[message.channel]} to ${message.to.split('\n')[0]}` }),
    factsOf(message),
    ...content,
    ...(await Promise.all(message.attachments.map((one) => attachmentOf(message, one)))).flat(),
    ...answersOf(message),
  ];
}

function factsOf(message) {
  const facts = [
    ['To', message.channel === 'mail' ? null : message.to],
    ['From', message.from],
    ['Answers to', message.replyTo],
    ['For', message.purpose],
    ['Id', message.id],
  ].filter(([, value]) => value !== null && value !== '');
  const list = made('dl');
  for (const [name, value] of facts) list.append(made('dt', { textContent: name }), made('dd', { textContent: value }));
  list.append(made('dt', { textContent: 'At' }), made('dd', {}, timeOf(message.createdAt)));
  return list;
}

/** The frame runs no script and asks nobody: neither its sandbox nor the policy of this page lets it. */
function emailOf({ html, text }) {
  const plain = made('pre', { textContent: text });
  if (html === null) return [plain];
  const frame = made('iframe', { title: 'The email', srcdoc: `<base target="_blank">${html}` });
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  return [frame, made('details', {}, made('summary', { textContent: 'Its text alone' }), plain)];
}

const bubbleOf = ({ channel, text }) => [
  made(
    'div',
    { className: 'phone' },
    made('div', { className: 'small', textContent: channel === 'voice' ? 'A call says:' : 'Text message' }),
    made('div', { className: 'bubble', textContent: text }),
  ),
];

const letterOf = ({ to }) => [made('div', { className: 'window', textContent: to })];

async function attachmentOf(message, { documentId, fileName, contentType, contentLength }) {
  const label = `${fileName} (${Math.ceil(contentLength / 1024)} KB)`;
  if (documentId === null || message.personId === null) return [made('p', { textContent: label })];
  const response = await ask(`/people/${message.personId}/documents/${documentId}/content`);
  const url = URL.createObjectURL(new Blob([await response.blob()], { type: contentType }));
  const link = made('a', { href: url, target: '_blank', download: fileName, textContent: label });
  const isShown = message.channel === 'mail' && contentType === 'application/pdf';
  return [made('p', {}, link), ...(isShown ? [made('iframe', { src: url, title: fileName })] : [])];
}

function answersOf(message) {
  const parts = [];
  if (message.channel !== 'mail') {
    const text = made('textarea', { id: 'answer', rows: 2, required: true });
    const form = made(
      'form',
      { id: 'reply' },
      made('label', { htmlFor: 'answer', textContent: 'Answer as the person who got it' }),
      text,
      made('button', { textContent: 'Answer' }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void trying(async () => {
        await ask(`/test-mailbox/${message.id}/replies`, { text: text.value });
        text.value = '';
        say('The answer was taken.');
      });
    });
    parts.push(form);
  }
  const group = made('div', { className: 'outcomes' });
  for (const [outcome, label] of Object.entries(outcomes)) {
    if (message.channel !== 'email' && onlyOfEmails.includes(outcome)) continue;
    if (outcome === 'optedOut' && !message.mayUnsubscribe) continue;
    const button = made('button', { type: 'button', textContent: label });
    button.addEventListener('click', () =>
      trying(async () => {
        await ask(`/test-mailbox/${message.id}/outcomes`, { outcome });
        say(`${label}: taken.`);
      }),
    );
    group.append(button);
  }
  return [...parts, group];
}

at('search').addEventListener('submit', (event) => {
  event.preventDefault();
  document.querySelector('main').classList.remove('reads');
  at('shown').replaceChildren();
  void trying(() => load(false));
});
at('more').addEventListener('click', () => trying(() => load(true)));
