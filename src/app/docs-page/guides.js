// Runs in the reader's browser: puts the address the reader came by into the commands, and a button beside each.

for (const block of document.querySelectorAll('.code')) {
  const text = block.querySelector('code');
  text.textContent = text.textContent.replaceAll('http://127.0.0.1:4000', location.origin);
  // Without a secure address the browser lends no clipboard.
  if (navigator.clipboard) block.append(copyButton(text));
}

function copyButton(text) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  return button;
}
