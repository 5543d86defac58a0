// Words that stop, start and ask for help: what people write, and what only looks like it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wishOf } from './wishes.ts';

describe('a text message', () => {
  const said = (wish: 'stop' | 'start' | 'help' | null, ...texts: readonly string[]) => {
    for (const text of texts) assert.equal(wishOf(text, 'text'), wish, text);
  };

  test('stops by the words of the law and of carriers, in both languages, however they are written', () => {
    said('stop', 'STOP', 'stop', ' Stop. ', 'StopAll', 'UNSUBSCRIBE', 'cancel', 'End', 'QUIT!', 'revoke', 'Opt out');
    said('stop', 'ALTO', 'alto', 'PARAR', '¡Pare!', 'Cancelar', 'BAJA', 'baja', 'Detener', 'fin', 'No más', 'no mas');
    said('stop', '“STOP”', 'STOP\n', 'Stop 🙏');
  });

  test('stops by the short sentences that people write', () => {
    said(
      'stop',
      'Please stop',
      'stop please',
      'STOP texting me',
      'Stop sending me messages',
      'pls stop calling me now',
    );
    said('stop', "Don't text me again", 'do not call me', 'Remove me', 'unsubscribe me please', 'wrong number');
    said(
      'stop',
      'por favor pare',
      'Dejen de mandarme mensajes',
      'no me escriban más',
      'no me llamen',
      'Quiero darme de baja',
    );
  });

  test('goes on by START, asks by HELP', () => {
    said('start', 'START', 'unstop', 'Iniciar', 'ALTA', 'reanudar');
    said('help', 'HELP', 'info', 'Ayuda', 'AYUDA por favor', 'información');
  });

  test('that only speaks of it is read by a person', () => {
    said(
      null,
      '',
      '   ',
      'When does my loan end?',
      "Don't stop the autopay",
      'I cannot stop by today',
      'cancel my payment',
    );
    said(null, 'Can you help me with my loan?', 'Can I start paying in May?', '¿Cuándo termina mi préstamo?', 'bajar');
    said(null, `STOP ${'x'.repeat(500)}`);
  });
});

describe('an email', () => {
  test('stops by its first line; words that a letter needs do not', () => {
    assert.equal(wishOf('Unsubscribe\n\nThanks, Ada', 'email'), 'stop');
    assert.equal(wishOf('baja', 'email'), 'stop');
    assert.equal(wishOf('STOP', 'email'), 'stop');
    for (const text of ['Cancel', 'End', 'HELP', 'START', 'Hello\nSTOP'])
      assert.equal(wishOf(text, 'email'), null, text);
  });
});
