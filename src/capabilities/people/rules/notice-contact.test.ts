import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contactAffiliations, contactLabels, contactStatuses, contactTypes } from './contact-values.ts';
import { type ContactFacts, noticeContact, portalContacts } from './notice-contact.ts';

type NamedContact = ContactFacts & { readonly id: string };

/** A contact that gets every notice of its kind. A test sets the fields that matter to it. */
function aContact(id: string, facts: Partial<ContactFacts> = {}): NamedContact {
  return {
    id,
    contactType: 'email',
    label: 'personal',
    affiliation: 'self',
    status: 'primary',
    valid: true,
    receiveTextMessages: true,
    createdAt: '2024-01-01T00:00:00.000000+00:00',
    ...facts,
  };
}

const aPhone = (id: string, facts: Partial<ContactFacts> = {}) => aContact(id, { contactType: 'phone', ...facts });
const earlier = '2023-12-31T23:59:59.999999+00:00';

const getsNoEmail: readonly [why: string, facts: Partial<ContactFacts>][] = [
  ['it is a phone', { contactType: 'phone' }],
  ['it is an address', { contactType: 'address' }],
  ['it is known not to work', { valid: false }],
  ['it is somebody else’s', { affiliation: 'spouse' }],
  ['nobody said whose it is', { affiliation: null }],
  ['it is archived', { status: 'archived' }],
];

for (const [why, facts] of getsNoEmail) {
  test(`a contact gets no email notice when ${why}`, () => {
    assert.equal(noticeContact([aContact('a', facts)], 'email'), null);
  });
}

test('an email notice goes to any label, and asks for no consent to text messages', () => {
  for (const label of [...contactLabels, null]) {
    assert.equal(noticeContact([aContact('a', { label, receiveTextMessages: false })], 'email')?.id, 'a');
  }
});

const getsNoText: readonly [why: string, facts: Partial<ContactFacts>][] = [
  ['it is an email', { contactType: 'email' }],
  ['it is known not to work', { valid: false }],
  ['it is somebody else’s', { affiliation: 'parent' }],
  ['text messages are not wanted', { receiveTextMessages: false }],
  ['it is no mobile phone', { label: 'home' }],
  ['it is a work phone', { label: 'work' }],
  ['it has no label', { label: null }],
  ['it is archived', { status: 'archived' }],
];

for (const [why, facts] of getsNoText) {
  test(`a contact gets no text notice when ${why}`, () => {
    assert.equal(noticeContact([aPhone('a', facts)], 'text'), null);
  });
}

const homeTypes = { email: 'email', text: 'phone', voice: 'phone', mail: 'address' } as const;
const channels = Object.keys(homeTypes) as (keyof typeof homeTypes)[];

for (const channel of channels) {
  test(`by ${channel} primary is searched first, then secondary, then additional`, () => {
    const contactType = homeTypes[channel];
    const byStatus = contactStatuses
      .toReversed()
      .map((status) => aContact(status, { contactType, status, createdAt: earlier }));
    for (const expected of ['primary', 'secondary', 'additional']) {
      assert.equal(noticeContact(byStatus, channel)?.id, expected);
      byStatus.pop();
    }
    assert.equal(noticeContact(byStatus, channel), null);
  });
}

test('calls and letters go to a home, and ask for no consent to text messages', () => {
  for (const channel of ['voice', 'mail'] as const) {
    for (const label of [...contactLabels, null]) {
      const one = aContact('a', { contactType: homeTypes[channel], label, receiveTextMessages: false });
      const isHome = label === 'personal' || label === 'home' || label === 'military';
      assert.equal(noticeContact([one], channel)?.id ?? null, isHome ? 'a' : null, `${channel} ${label}`);
    }
    assert.equal(noticeContact([aContact('a', { contactType: 'email' })], channel), null);
  }
});

test('a primary contact that cannot get the notice leaves it to a secondary one that can', () => {
  const contacts = [aContact('a', { valid: false }), aContact('b', { status: 'secondary' })];
  assert.equal(noticeContact(contacts, 'email')?.id, 'b');
});

test('of two that fit, the one created first gets the notice', () => {
  const [newer, older] = [aContact('newer'), aContact('older', { createdAt: earlier })];
  assert.equal(noticeContact([newer, older], 'email')?.id, 'older');
  assert.equal(noticeContact([older, newer], 'email')?.id, 'older');
});

test('nobody has no contact', () => {
  assert.equal(noticeContact([], 'email'), null);
  assert.deepEqual(portalContacts([]), []);
});

// Exactly these of all combinations are visible, in this order.
const seen = ['email personal primary', 'email work primary', 'phone personal primary', 'phone home secondary'];

test('a borrower sees exactly the contacts the specification names', () => {
  const all = contactTypes.flatMap((contactType) =>
    [...contactLabels, null].flatMap((label) =>
      [...contactAffiliations, null].flatMap((affiliation) =>
        contactStatuses.map((status) =>
          aContact(`${contactType} ${label} ${status}${affiliation === 'self' ? '' : ` of ${affiliation}`}`, {
            contactType,
            label,
            affiliation,
            status,
          }),
        ),
      ),
    ),
  );
  const expected = [...seen, 'address home primary'];
  assert.deepEqual(
    portalContacts(all).map((contact) => contact.id),
    expected,
  );
  assert.deepEqual(new Set(portalContacts(all.toReversed()).map((contact) => contact.id)), new Set(expected));
});

test('a contact that does not work is still seen, so that it can be corrected', () => {
  assert.deepEqual(
    portalContacts([aContact('a', { valid: false })]).map((contact) => contact.id),
    ['a'],
  );
});

const anyContact = fc.record({
  contactType: fc.constantFrom(...contactTypes),
  label: fc.constantFrom(...contactLabels, null),
  affiliation: fc.constantFrom('self', 'parent', null),
  status: fc.constantFrom(...contactStatuses),
  valid: fc.boolean(),
  receiveTextMessages: fc.boolean(),
  createdAt: fc.integer({ min: 1000, max: 9999 }).map((year) => `${year}-01-01T00:00:00.000000+00:00`),
});
const contactsOfOne = fc.uniqueArray(anyContact, { selector: (contact) => contact.createdAt, maxLength: 8 });

test('the order of rows changes neither who gets a notice nor what is seen', () => {
  fc.assert(
    fc.property(contactsOfOne, fc.constantFrom(...channels), (contacts, channel) => {
      assert.equal(noticeContact(contacts.toReversed(), channel), noticeContact(contacts, channel));
      assert.deepEqual(portalContacts(contacts.toReversed()), portalContacts(contacts));
    }),
  );
});

test('an archived contact, or somebody else’s, is never chosen', () => {
  fc.assert(
    fc.property(contactsOfOne, (contacts) => {
      const chosen = [noticeContact(contacts, 'email'), noticeContact(contacts, 'text'), ...portalContacts(contacts)];
      for (const contact of chosen) {
        if (contact !== null) assert.ok(contact.status !== 'archived' && contact.affiliation === 'self');
      }
    }),
  );
});
