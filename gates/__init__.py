"""What may pass: the intake gate for files, the licence and safety gates for values."""
