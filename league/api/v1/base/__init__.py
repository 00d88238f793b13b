"""What all resources share: who asks, how a command answers, how a code names a row."""
