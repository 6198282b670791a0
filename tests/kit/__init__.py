"""What several test files need: players, servers, browsers and terminals to test with, and slow second opinions."""
